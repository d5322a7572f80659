import { Box, Button, Flex, type FlexProps } from '@mantine/core'
import type { Scope } from '@purple-sector/contracts/tipping/scope'
import { IconRefresh } from '@tabler/icons-react'
import type { VirtualItem } from '@tanstack/react-virtual'
import { type CSSProperties, type ReactNode, type Ref, useEffect, useMemo, useState } from 'react'
import { Icon } from '../../../ui/base/icon.tsx'
import { useServerRendered } from '../../../ui/base/server-rendered.ts'
import { useUser } from '../../session/user-query.ts'
import type { BoardEntry, BoardPage } from '../api/leaderboard-keys.ts'
import { findRow, pagesBetween, rowAt, rowKeys } from '../api/pages.ts'
import { useOwnStanding } from '../api/use-own-standing.ts'
import { usePages } from '../api/use-pages.ts'
import classes from './board.module.css'
import { BoardRow, type RowLayout, WaitingRow } from './board-row.tsx'
import { BoardTable } from './board-table.tsx'
import { OwnRow } from './own-row.tsx'
import { useBoardMotion } from './use-board-motion.ts'
import { useInView } from './use-in-view.ts'

/** Rows slide in 100 ms apart, the last after one second; total time in ms. */
const ENTERING_MS = 1_300

/** Returns the width of the position column: 36 px for three digits, 10 px for each further one. */
export const positionWidth = (total: number): CSSProperties & Record<'--position', string> => ({
  '--position': `${36 + 10 * Math.max(0, String(total).length - 3)}px`,
})

const useEntering = (): boolean => {
  // Server-rendered rows are in place already.
  const serverRendered = useServerRendered()
  const [isEntering, setIsEntering] = useState(serverRendered === null)
  useEffect(() => {
    const timer = setTimeout(() => setIsEntering(false), ENTERING_MS)
    return () => clearTimeout(timer)
  }, [])
  return isEntering
}

/** Footer of the rows: a loading error, or a button for further rows. */
export const BoardFoot = (props: FlexProps) => (
  <Flex
    className="ps-above"
    align="center"
    justify="center"
    gap={12}
    py={10}
    px={16}
    bg="var(--ps-sunken)"
    {...props}
  />
)

const LINE = { overflow: 'hidden' }
/** Above the pinned row. */
const FAILED = { zIndex: 4 }

/** What a list needs of its virtualizer, which scrolls the page or a dialog. */
export type Scrolled = {
  getVirtualItems(): VirtualItem[]
  calculateRange(): { startIndex: number; endIndex: number } | null
}

export type BoardListProps<Row extends BoardEntry, Columns> = {
  scope: Scope
  label: string
  layout: RowLayout<Row, Columns>
  columns: Columns
  /** The first page, which has the newest version. */
  first: BoardPage<Row>
  /** Number of rows, and the height of each in px. */
  count: number
  height: number
  /** Heights of the bars that cover the ends of the scroll container, in px. */
  bars: { top: number; bottom: number }
  rows: Scrolled
  body?: Ref<HTMLTableSectionElement>
  /** Scrolls to the row of this index. */
  onFind(index: number): void
  /** Rendered between the rows and the own row. */
  foot?: ReactNode
}

/** Virtual list of a board's rows: only visible rows are mounted. Animates what a result changed. */
export const BoardList = <Row extends BoardEntry, Columns>({
  scope,
  label,
  layout,
  columns,
  first,
  count,
  height,
  bars,
  rows,
  body,
  onFind,
  foot,
}: BoardListProps<Row, Columns>) => {
  const { startIndex, endIndex } = rows.calculateRange() ?? { startIndex: 0, endIndex: 0 }
  const onScreen = pagesBetween(startIndex, Math.max(startIndex, endIndex))
  const board = usePages<Row>(scope, onScreen, count)
  const pages = useMemo(() => new Map([[0, first] as const, ...board.pages]), [first, board.pages])
  const motion = useBoardMotion(pages)
  const isEntering = useEntering()
  const [follow, isOwnInView] = useInView(bars)
  const userId = useUser()?.id ?? ''
  const ownRow = useOwnStanding(pages.values())
  const serverRendered = useServerRendered()
  const best = first.entries[0]?.totalPoints ?? null
  const items = rows.getVirtualItems()
  const from = items[0]?.index ?? 0
  const keys = rowKeys(pages, from, items.at(-1)?.index ?? 0)
  // Server-rendered boards cannot be measured, so the index decides.
  const isOwnSeen = serverRendered ? (findRow(pages, userId)?.index ?? count) < endIndex : isOwnInView

  return (
    <>
      <Box pos="relative" h={2} bg="var(--ps-line)" style={LINE}>
        {motion && (
          <i
            key={motion.version}
            className={classes.sweep}
            style={{ background: motion.hasNewLeader ? 'var(--ps-purple)' : 'var(--ps-green)' }}
          />
        )}
      </Box>
      <BoardTable
        label={label}
        head={<layout.Head columns={columns} />}
        count={first.total}
        height={count * height}
        above={from * height}
        body={body}
      >
        {items.map(({ index }) => {
          const key = keys[index - from]
          const entry = rowAt(pages, index)
          if (!entry) return <WaitingRow key={key} layout={layout} />
          const isMe = entry.userId === userId
          return (
            <BoardRow
              key={key}
              entry={entry}
              layout={layout}
              index={index}
              height={height}
              isMe={isMe}
              best={best}
              columns={columns}
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
        <BoardFoot pos="sticky" bottom={{ base: 114, sm: 48 }} style={FAILED} role="alert">
          <span>Couldn’t load some rows.</span>
          <Button variant="outline" size="sm" leftSection={<Icon icon={IconRefresh} size={16} />} onClick={board.retry}>
            Try Again
          </Button>
        </BoardFoot>
      )}
      {foot}
      {ownRow && !isOwnSeen && (
        <OwnRow
          entry={ownRow}
          layout={layout}
          best={best}
          columns={columns}
          move={motion?.moves.get(userId)}
          onFind={
            ownRow.position === null && !findRow(pages, userId)
              ? undefined
              : () => onFind(findRow(pages, userId)?.index ?? (ownRow.position ?? 1) - 1)
          }
        />
      )}
    </>
  )
}
