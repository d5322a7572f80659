import { accessSync, constants } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

/** Programs of the checks: their Go module at a pinned version. `.ci/run` installs those that a machine lacks. */
export const TOOLS = {
  helm: 'helm.sh/helm/v3/cmd/helm@v3.22.0',
  promtool: 'github.com/prometheus/prometheus/cmd/promtool@v0.316.0',
  prometheus: 'github.com/prometheus/prometheus/cmd/prometheus@v0.316.0',
  amtool: 'github.com/prometheus/alertmanager/cmd/amtool@v0.35.0',
  caddy: 'github.com/caddyserver/caddy/v2/cmd/caddy@v2.11.9',
  kubeconform: 'github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0',
} as const satisfies Record<string, string>
export type Tool = keyof typeof TOOLS

/** Folder of installed tools: outside the clone, so that the next one finds them. A newer version has its own folder. */
export const toolFolder = (tool: Tool, environment: NodeJS.ProcessEnv = process.env): string =>
  join(
    environment.XDG_CACHE_HOME || join(homedir(), '.cache'),
    'purple-sector',
    'tools',
    `${tool}${TOOLS[tool].slice(TOOLS[tool].indexOf('@'))}`,
  )

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** A program is missing; the message says how to get it. */
export class MissingTool extends Error {
  override name = 'MissingTool'
}

/** Returns the path of a tool, on PATH or installed by `.ci/run`. Throws a `MissingTool`. */
export const findTool = (tool: Tool, environment: NodeJS.ProcessEnv = process.env): string => {
  const folders = [toolFolder(tool, environment), ...(environment.PATH ?? '').split(delimiter)]
  const path = folders.map((folder) => join(folder, tool)).find(isExecutable)
  if (path !== undefined) return path
  throw new MissingTool(`${tool} is missing. With Go 1.25 or newer: CGO_ENABLED=0 go install ${TOOLS[tool]}`)
}
