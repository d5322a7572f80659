import { type CSSProperties, useEffect, useState } from 'react'
import classes from './sector-lines.module.css'

type Colour = 'purple' | 'green'
export type SectorLine = { colour: Colour; width: number }

/** How often the lines change (spec part 1 section 9). */
const RESHUFFLE_MS = 12_000

/** What is shown first, and for good where nothing moves. */
const FIRST: SectorLine[] = [
  { colour: 'purple', width: 5 },
  { colour: 'green', width: 3 },
  { colour: 'purple', width: 2 },
  { colour: 'green', width: 4 },
  { colour: 'purple', width: 6 },
  { colour: 'green', width: 2 },
]

const colours = (count: number, random: () => number): Colour[] => {
  const drawn = Array.from({ length: count }, (): Colour => (random() < 0.5 ? 'purple' : 'green'))
  if (new Set(drawn).size === 1) drawn[Math.floor(random() * count)] = drawn[0] === 'purple' ? 'green' : 'purple'
  return drawn
}

/** Four to six lines of both colours, or, where motion is unwelcome, the same lines in other colours. */
export const reshuffled = (lines: readonly SectorLine[], random: () => number, isQuiet: boolean): SectorLine[] => {
  const count = isQuiet ? lines.length : 4 + Math.floor(random() * 3)
  return colours(count, random).map((colour, index) => ({
    colour,
    width: isQuiet ? (lines[index]?.width ?? 1) : 2 + Math.floor(random() * 5),
  }))
}

const Lines = ({ lines, wipes }: { lines: readonly SectorLine[]; wipes: boolean }) => (
  <span className={wipes ? `${classes.lines} ${classes.wipe}` : classes.lines}>
    {lines.map(({ colour, width }, index) => {
      const style: CSSProperties & Record<'--place', number> = { flexGrow: width, '--place': index }
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
      setTurn(({ count, now }) => ({ count: count + 1, before: now, now: reshuffled(now, Math.random, isQuiet) }))
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
