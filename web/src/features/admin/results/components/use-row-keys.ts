import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { moveRange, type Row } from '../api/classification.ts'
import { surname } from '../api/driver-names.ts'

type Lift = { carId: number; from: number }

const STEPS: Record<string, (index: number) => number> = {
  ArrowUp: (index) => index - 1,
  ArrowDown: (index) => index + 1,
  Home: () => 0,
  End: () => Number.MAX_SAFE_INTEGER,
}

/** Moves the focus to the same cell of the next car on Enter and arrows, as in a spreadsheet. */
const focusNextCell = (event: KeyboardEvent<HTMLElement>, cell: HTMLElement): void => {
  const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key]
  const row = cell.closest('li')
  if (!step || !row) return
  const next = step > 0 ? row.nextElementSibling : row.previousElementSibling
  event.preventDefault()
  const input = next?.querySelector<HTMLInputElement>(`[data-field="${cell.dataset.field}"]`)
  if (!input) {
    cell.blur()
    return
  }
  input.focus()
  input.select()
}

/** Space lifts and drops a row by its handle, arrows move it, Escape cancels; announces each step. */
export const useRowKeys = (
  rows: readonly Row[],
  onMove: (carId: number, to: number) => void,
  announce: (words: string) => void,
): { liftedId: number | null; onKeyDown(event: KeyboardEvent<HTMLElement>): void; onBlur(): void } => {
  const [lift, setLift] = useState<Lift | null>(null)
  const handle = useRef<HTMLElement | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: after every move the row is queried again
  useEffect(() => {
    if (lift) handle.current?.closest('li')?.scrollIntoView({ block: 'nearest' })
  }, [lift, rows])

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!(event.target instanceof HTMLElement)) return
    if (event.target.dataset.field !== undefined) return focusNextCell(event, event.target)
    const carId = Number(event.target.dataset.grip)
    const index = rows.findIndex((row) => row.carId === carId)
    const row = rows[index]
    if (!row) return
    const announceMove = (words: string, at: number) =>
      announce(`${surname(row.driver)}${words}, ${at + 1} of ${rows.length}`)
    const isToggle = event.key === ' ' || event.key === 'Enter'
    if (!lift) {
      if (!isToggle) return
      event.preventDefault()
      handle.current = event.target
      setLift({ carId, from: index })
      return announceMove(' lifted', index)
    }
    const step = STEPS[event.key]
    if (isToggle) {
      setLift(null)
      announceMove(' put down', index)
    } else if (event.key === 'Escape') {
      setLift(null)
      onMove(carId, lift.from)
      announceMove(' put back', lift.from)
    } else if (step) {
      const { first, last } = moveRange(rows, index)
      const to = Math.min(Math.max(step(index), first), last)
      onMove(carId, to)
      announceMove('', to)
    } else return
    event.preventDefault()
  }

  return { liftedId: lift?.carId ?? null, onKeyDown, onBlur: () => setLift(null) }
}
