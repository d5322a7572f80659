/** Bytes that hold no others: Node cuts small buffers from slabs of 64 kB, which live as long as any of their slices. */
export const unpooled = (bytes: Buffer | string): Buffer => {
  const own = Buffer.allocUnsafeSlow(Buffer.byteLength(bytes))
  if (typeof bytes === 'string') own.write(bytes)
  else bytes.copy(own)
  return own
}
