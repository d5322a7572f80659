/**
 * Program that ends the first process of its container at once, as SIGKILL does: no handler of the process runs. The
 * kernel ignores SIGKILL from inside a container, and `kubectl delete --force` still stops a process in an orderly way.
 * SIGUSR1 opens the debugger of Node, which then exits.
 */
export const CRASH = `
process.kill(1, 'SIGUSR1')
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const open = async () => {
  const targets = await fetch('http://127.0.0.1:9229/json').then((reply) => reply.json(), () => [])
  if (targets.length > 0) return new WebSocket(targets[0].webSocketDebuggerUrl)
  await pause(50)
  return open()
}
const socket = await open()
const params = { expression: 'process.reallyExit(137)' }
await new Promise((resolve) => { socket.onopen = resolve })
socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params }))
// The process exits once its debugger has gone.
await pause(200)
process.exit()
`
