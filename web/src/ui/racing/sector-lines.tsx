import { type CSSProperties, useEffect, useState } from 'react'
import classes from './sector-lines.module.css'
import { recoloured, type SectorLine, sectorPattern } from './sector-pattern.ts'

/** How often the lines change, in ms: slow enough not to distract from the text. */
const RESHUFFLE_MS = 12_000

/** The first lines. */
const FIRST: SectorLine[] = [
  { colour: 'purple', grow: 5 },
  { colour: 'green', grow: 3 },
  { colour: 'purple', grow: 2 },
  { colour: 'green', grow: 4 },
  { colour: 'purple', grow: 6 },
  { colour: 'green', grow: 2 },
]

const Lines = ({ lines, wipes }: { lines: readonly SectorLine[]; wipes: boolean }) => (
  <span className={wipes ? `${classes.lines} ${classes.wipe}` : classes.lines}>
    {lines.map(({ colour, grow }, index) => {
      const style: CSSProperties & Record<'--place', number> = { flexGrow: grow, '--place': index }
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place in the row
        <i key={index} style={style}>
          <b className={classes[colour]} />
        </i>
      )
    })}
  </span>
)

/** The lower edge of the header: sector lines that wipe to new colours and widths every 12 seconds. */
export const SectorLines = ({ moves = true }: { moves?: boolean }) => {
  const [turn, setTurn] = useState<{ count: number; before: SectorLine[]; now: SectorLine[] }>({
    count: 0,
    before: FIRST,
    now: FIRST,
  })
  useEffect(() => {
    if (!moves) return
    const timer = setInterval(() => {
      const isQuiet = window.matchMedia('(prefers-reduced-motion: reduce)').matches
      setTurn(({ count, now }) => ({
        count: count + 1,
        before: now,
        now: isQuiet ? recoloured(now) : sectorPattern(Math.random),
      }))
    }, RESHUFFLE_MS)
    return () => clearInterval(timer)
  }, [moves])
  return (
    <div className={classes.edge} aria-hidden="true">
      <Lines lines={turn.before} wipes={false} />
      {turn.count > 0 && <Lines key={turn.count} lines={turn.now} wipes />}
    </div>
  )
}
