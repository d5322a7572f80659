const MOST = 499_000

/** Pasted texts that no series publishes, as long as a call takes them. */
export const hostileTexts = (): Record<string, string> => ({
  'nothing but spaces': ' '.repeat(MOST),
  'nothing but opened tags': '<div>'.repeat(MOST / 5),
  'tags that never end': `<table ${'<td '.repeat(MOST / 5)}`,
  'a line of digits': '1'.repeat(MOST),
  'a header again and again': 'Pos Car Driver Laps\n'.repeat(MOST / 20),
  'a million short lines': '1\n'.repeat(MOST / 2),
  'quotes that never end': `Pos,Car\n${'"a","'.repeat(90_000)}`,
})
