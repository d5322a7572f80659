import { connect } from 'node:net'

/** Sends bytes to a port of this machine and returns the first bytes of the reply. */
export const sendBytes = (port: number, bytes: Uint8Array | string, timeoutMs = 2000): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' })
    const end = (callback: () => void) => {
      socket.destroy()
      callback()
    }
    socket.setTimeout(timeoutMs, () => end(() => reject(new Error(`No reply from port ${port}.`))))
    socket.once('error', (error) => end(() => reject(error)))
    socket.once('close', () => reject(new Error(`Port ${port} closed the connection.`)))
    socket.once('data', (data) => end(() => resolve(data)))
    socket.write(bytes)
  })
