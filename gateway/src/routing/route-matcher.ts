type Step = { kind: 'word'; word: string } | { kind: 'any' } | { kind: 'rest' }

const stepsOf = (path: string): Step[] =>
  path
    .slice(1)
    .split('/')
    .map((part): Step => {
      if (part === '**') return { kind: 'rest' }
      return part.startsWith(':') ? { kind: 'any' } : { kind: 'word', word: part }
    })

const matchesSteps = (steps: readonly Step[], segments: readonly string[]): boolean => {
  for (const [index, step] of steps.entries()) {
    if (step.kind === 'rest') return true
    const segment = segments[index]
    if (segment === undefined || (step.kind === 'word' && step.word !== segment)) return false
  }
  return steps.length === segments.length
}

/** Finds the first row whose path matches. Rows are indexed by their second segment (`/api/<word>/…`), in order. */
export const compileRoutes = <Row extends { path: string }>(
  rows: readonly Row[],
): ((segments: readonly string[]) => Row | undefined) => {
  const compiled = rows.map((row) => ({ row, steps: stepsOf(row.path), area: row.path.split('/')[2] ?? '' }))
  const areas = Map.groupBy(compiled, ({ area }) => area)
  return (segments) => areas.get(segments[1] ?? '')?.find(({ steps }) => matchesSteps(steps, segments))?.row
}
