/** Copies bytes into a buffer of its own: Node cuts small buffers from 64 kB slabs, which live as long as any slice. */
export const unpooled = (bytes: Buffer | string): Buffer => {
  const own = Buffer.allocUnsafeSlow(Buffer.byteLength(bytes))
  if (typeof bytes === 'string') own.write(bytes)
  else bytes.copy(own)
  return own
}
