const faultOf = (text: string): string | undefined => {
  if (text.includes('\u0000')) return 'must not contain a NUL character'
  return text.isWellFormed() ? undefined : 'must not contain half a character (a lone surrogate)'
}

/**
 * The first text of a body that Postgres cannot hold, so that it is refused at the edge by its field's name instead of
 * failing in the database. Bodies may be nested deeper than calls can be.
 */
export const findUnstorable = (body: unknown): { path: string; message: string } | undefined => {
  const left: [value: unknown, path: string][] = [[body, '']]
  for (let next = left.pop(); next; next = left.pop()) {
    const [value, path] = next
    if (typeof value === 'string') {
      const message = faultOf(value)
      if (message) return { path: path || 'body', message }
    } else if (value !== null && typeof value === 'object') {
      for (const [key, inner] of Object.entries(value)) left.push([inner, path ? `${path}.${key}` : key])
    }
  }
  return undefined
}
