import { Flex } from '@mantine/core'
import type { Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { IconRefresh } from '@tabler/icons-react'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type ReactNode, useEffect, useId, useMemo, useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatNumber, plural } from '../../ui/format.ts'
import { join } from '../../ui/join.ts'
import classes from './board.module.css'
import { type BoardPage, PAGE_SIZE } from './board-keys.ts'
import { BoardNewsLine } from './board-news.tsx'
import { BoardRow, WaitingRow } from './board-row.tsx'
import { findRow, ownEntry, pagesBetween, rowAt, rowKeys } from './board-rows.ts'
import { BoardTable } from './board-table.tsx'
import { OwnRow } from './own-row.tsx'
import { countRaces } from './pick-segments.ts'
import { useBoard } from './use-board.ts'
import { useBoardMotion } from './use-board-motion.ts'
import { useInView } from './use-in-view.ts'
import { usePageTop } from './use-page-top.ts'

/** Row heights of the look, and what covers the ends of the screen: header, pinned row, the phone's bottom bar. */
const DESK = { height: 44, top: 60 + 30, bottom: 48 }
const PHONE = { height: 52, top: 53, bottom: 54 + 60 }

/** Rows slide in a tenth of a second apart, the last after one second. */
const ENTERING_MS = 1_300

/** The column of positions has room for the last one: 36 px for three digits, 10 for each further one. */
const positionWidth = (total: number): CSSProperties & Record<'--position', string> => ({
  '--position': `${36 + 10 * Math.max(0, String(total).length - 3)}px`,
})

const useEntering = (): boolean => {
  const [isEntering, setIsEntering] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setIsEntering(false), ENTERING_MS)
    return () => clearTimeout(timer)
  }, [])
  return isEntering
}

/** Below the rows: what is missing, or how many more there are. */
const Foot = ({
  children,
  className,
  role,
}: {
  children: ReactNode
  className?: string | undefined
  role?: 'alert'
}) => (
  <Flex
    className={join('ps-above', className)}
    align="center"
    justify="center"
    gap={12}
    py={10}
    px={16}
    bg="var(--ps-sunken)"
    role={role}
  >
    {children}
  </Flex>
)

export type BoardProps = {
  weekend: Weekend
  userId: string
  /** The first page, which knows the newest of the board. */
  first: BoardPage
  races: readonly Race[] | undefined
  productRaces: readonly Race[] | undefined
  isPhone: boolean
}

/** All participants, however many there are: only the rows on screen exist. */
export const Board = ({ weekend, userId, first, races, productRaces, isPhone }: BoardProps) => {
  const titleId = useId()
  const { height, ...bars } = isPhone ? PHONE : DESK
  const { total } = first
  // A phone has the other panels below the board: they stay within reach until all rows are wanted.
  const [isWhole, setIsWhole] = useState(false)
  const count = isPhone && !isWhole ? Math.min(total, PAGE_SIZE) : total
  const [body, top] = usePageTop()
  const rows = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    overscan: 6,
    scrollMargin: top,
    // Rows may come a frame later: one task for them and one for the frame, instead of a long one for both.
    useFlushSync: false,
  })
  const { startIndex, endIndex } = rows.calculateRange() ?? { startIndex: 0, endIndex: 0 }
  const onScreen = pagesBetween(startIndex, Math.max(startIndex, endIndex))
  const board = useBoard(weekend.id, onScreen, count)
  const pages = useMemo(() => new Map([[0, first] as const, ...board.pages]), [first, board.pages])
  const motion = useBoardMotion(pages)
  const isEntering = useEntering()
  const [follow, isOwnInView] = useInView(bars)
  const raceCount = useMemo(() => countRaces(productRaces ?? []), [productRaces])
  const own = ownEntry(pages, userId)
  const best = first.entries[0]?.totalPoints ?? null
  const items = rows.getVirtualItems()
  const from = items[0]?.index ?? 0
  const keys = rowKeys(pages, from, items.at(-1)?.index ?? 0)

  const findOwn = () => {
    const index = findRow(pages, userId)?.index ?? (own?.position ?? 1) - 1
    if (index >= count) setIsWhole(true)
    requestAnimationFrame(() => window.scrollTo({ top: top + index * height - window.innerHeight / 2 }))
  }

  return (
    <section className={classes.board} style={positionWidth(total)} aria-labelledby={titleId}>
      <div className={classes.head}>
        <h2 id={titleId} className={classes.title}>
          All Sector Participants
        </h2>
        <Badge tone="plain">{plural(total, 'racer')}</Badge>
        <span className={classes.end}>
          <BoardNewsLine weekend={weekend} races={races} />
        </span>
      </div>
      <div className={classes.line}>
        {motion && <i key={motion.version} className={join(classes.sweep, motion.hasNewLeader && classes.purple)} />}
      </div>
      <BoardTable
        label="All Sector Participants"
        count={total}
        height={count * height}
        above={from * height}
        body={body}
      >
        {items.map(({ index }) => {
          const key = keys[index - from]
          const entry = rowAt(pages, index)
          if (!entry) return <WaitingRow key={key} />
          const isMe = entry.userId === userId
          return (
            <BoardRow
              key={key}
              entry={entry}
              index={index}
              height={height}
              isMe={isMe}
              best={best}
              raceCount={raceCount}
              move={motion?.moves.get(entry.userId)}
              isClimber={motion?.climber === entry.userId}
              isLast={index === count - 1}
              isEntering={isEntering}
              follow={isMe ? follow : undefined}
            />
          )
        })}
      </BoardTable>
      {board.hasFailed && (
        <Foot className={classes.failed} role="alert">
          <span>Some rows did not load.</span>
          <Button variant="outline" size="sm" icon={IconRefresh} onClick={board.retry}>
            Try Again
          </Button>
        </Foot>
      )}
      {count < total && (
        <Foot>
          <Button variant="outline" onClick={() => setIsWhole(true)}>{`Show all ${formatNumber(total)} racers`}</Button>
        </Foot>
      )}
      {own && !isOwnInView && (
        <OwnRow
          entry={own}
          best={best}
          raceCount={raceCount}
          move={motion?.moves.get(userId)}
          onFind={own.position === null && !findRow(pages, userId) ? undefined : findOwn}
        />
      )}
    </section>
  )
}
