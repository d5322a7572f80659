/* Installs the tools of the checks that this machine lacks, with Go: `.ci/run` calls it. A second run finds all. */
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { findTool, MissingTool, TOOLS, type Tool, toolFolder } from './tools.ts'

const isInstalled = (tool: Tool): boolean => {
  try {
    findTool(tool)
    return true
  } catch (error) {
    if (error instanceof MissingTool) return false
    throw error
  }
}

const install = (tool: Tool): boolean => {
  const folder = toolFolder(tool)
  mkdirSync(folder, { recursive: true })
  process.stdout.write(`go install ${TOOLS[tool]} …\n`)
  const { error, status } = spawnSync('go', ['install', '-trimpath', '-ldflags=-s -w', TOOLS[tool]], {
    env: { ...process.env, CGO_ENABLED: '0', GOBIN: folder },
    stdio: 'inherit',
  })
  if (error) process.stderr.write(`Go 1.25 or newer is needed: ${error.message}\n`)
  return status === 0
}

const tools = (Object.keys(TOOLS) as Tool[]).filter((tool) => !isInstalled(tool))
if (!tools.map(install).every(Boolean)) process.exitCode = 1
