export type SectorLine = { colour: 'purple' | 'green'; grow: number }

/** Four to six lines; neighbours never share a colour, widths run from 2 to 6. */
export const sectorPattern = (random: () => number): SectorLine[] => {
  const count = 4 + Math.floor(random() * 3)
  const first = random() < 0.5 ? 0 : 1
  return Array.from({ length: count }, (_, index) => ({
    colour: (index + first) % 2 === 0 ? 'purple' : 'green',
    grow: 2 + Math.floor(random() * 5),
  }))
}

/** The same widths in other colours, for reduced motion. */
export const recoloured = (lines: readonly SectorLine[]): SectorLine[] =>
  lines.map(({ colour, grow }) => ({ colour: colour === 'purple' ? 'green' : 'purple', grow }))
