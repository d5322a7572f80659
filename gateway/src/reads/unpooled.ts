/** Copies bytes into a separate buffer: Node cuts small buffers from 64 kB slabs, which live as long as any slice. */
export const unpooled = (bytes: Buffer | string): Buffer => {
  const copy = Buffer.allocUnsafeSlow(Buffer.byteLength(bytes))
  if (typeof bytes === 'string') copy.write(bytes)
  else bytes.copy(copy)
  return copy
}
