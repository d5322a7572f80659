import type { Scope } from '@purple-sector/contracts/tipping/scope'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { CSSProperties } from 'react'
import type { BoardEntry, BoardPage } from '../../leaderboard-rows/api/leaderboard-keys.ts'
import { BoardList, positionWidth } from '../../leaderboard-rows/components/board-list.tsx'
import type { RowLayout } from '../../leaderboard-rows/components/board-row.tsx'

/** No header of a page covers the list. */
const EDGE: CSSProperties & Record<'--board-top', string> = { '--board-top': '0' }

/** The own row covers the end of the list. */
const BARS = { top: 0, bottom: 0 }

type Props<Row extends BoardEntry, Columns> = {
  scope: Scope
  label: string
  layout: RowLayout<Row, Columns>
  columns: Columns
  first: BoardPage<Row>
  /** Height of a row in the stylesheet, in px. */
  height: number
  /** The scroll container; null before it is mounted. */
  scroller: HTMLDivElement | null
  style?: CSSProperties
}

/** A leaderboard that scrolls in a dialog: only visible rows are mounted, however many members there are. */
export const DialogBoard = <Row extends BoardEntry, Columns>({
  scope,
  label,
  layout,
  columns,
  first,
  height,
  scroller,
  style,
}: Props<Row, Columns>) => {
  const rows = useVirtualizer({
    count: first.total,
    getScrollElement: () => scroller,
    estimateSize: () => height,
    overscan: 6,
    useFlushSync: false,
  })
  return (
    <div style={{ ...EDGE, ...style, ...positionWidth(first.total) }}>
      <BoardList
        scope={scope}
        label={label}
        layout={layout}
        first={first}
        count={first.total}
        height={height}
        bars={BARS}
        columns={columns}
        rows={rows}
        onFind={(index) => scroller?.scrollTo({ top: index * height - scroller.clientHeight / 2 })}
      />
    </div>
  )
}
