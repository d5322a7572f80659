import type { Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { startTransition, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatNumber, plural } from '../../ui/format.ts'
import { join } from '../../ui/join.ts'
import { useServerRendered } from '../../ui/server-rendered.ts'
import { ReactionBar } from '../reactions/reaction-bar.tsx'
import classes from './board.module.css'
import { type BoardPage, everybody, PAGE_SIZE } from './board-keys.ts'
import { BoardFoot, BoardList, positionWidth } from './board-list.tsx'
import { latestNews, NewsLine } from './board-news.tsx'
import { countRaces } from './pick-segments.ts'
import { usePageTop } from './use-page-top.ts'

/** Row heights of the look, and what covers the ends of the screen: header, pinned row, the phone's bottom bar. */
const DESK = { height: 44, bars: { top: 60 + 30, bottom: 48 } }
const PHONE = { height: 52, bars: { top: 53, bottom: 54 + 60 } }
/** A board that is drawn in advance has rows for a screen of this size, looked at from its first row. */
const DRAWN_SCREEN = { initialRect: { width: 0, height: 900 }, initialOffset: 0 }

export type BoardProps = {
  weekend: Weekend
  userId: string
  /** The first page, which knows the newest of the board. */
  first: BoardPage
  races: readonly Race[] | undefined
  productRaces: readonly Race[] | undefined
  isPhone: boolean
  className?: string | undefined
}

/** All participants of the open competition. */
export const Board = ({ weekend, userId, first, races, productRaces, isPhone, className }: BoardProps) => {
  const titleId = useId()
  const { height, bars } = isPhone ? PHONE : DESK
  const { total } = first
  // A phone has the other panels below the board: they stay within reach until all rows are wanted.
  const [isWhole, setIsWhole] = useState(false)
  const [sought, seek] = useState<{ index: number }>()
  const count = isPhone && !isWhole ? Math.min(total, PAGE_SIZE) : total
  const [body, top] = usePageTop()
  const drawn = useServerRendered()
  const list = useRef<Virtualizer<Window, Element>>(null)
  // Before it scrolls to where it was drawn: who has scrolled since then stays where they are.
  useLayoutEffect(() => {
    if (list.current) list.current.scrollOffset = window.scrollY
  }, [])
  const rows = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    overscan: 6,
    scrollMargin: top,
    // Rows may come a frame later: one task for them and one for the frame, instead of a long one for both.
    useFlushSync: false,
    ...(drawn && DRAWN_SCREEN),
  })
  list.current = rows
  const scope = useMemo(() => everybody(weekend.id), [weekend.id])
  const news = useMemo(() => latestNews(races ?? []), [races])
  const raceCount = useMemo(() => countRaces(productRaces ?? []), [productRaces])

  // A board of many thousands takes a phone a moment to become whole, for which the press does not wait.
  const find = (index: number) =>
    startTransition(() => {
      if (index >= count) setIsWhole(true)
      seek({ index })
    })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each row that is looked for
  useEffect(() => {
    if (sought) window.scrollTo({ top: top + sought.index * height - window.innerHeight / 2 })
  }, [sought])

  return (
    <section className={join(classes.board, className)} style={positionWidth(total)} aria-labelledby={titleId}>
      <div className={classes.head}>
        <h2 id={titleId} className={classes.title}>
          All Sector Participants
        </h2>
        <Badge tone="plain">{plural(total, 'racer')}</Badge>
        <span className={classes.end}>{news && <NewsLine news={news} timeZone={weekend.timeZone} />}</span>
      </div>
      {news && !news.isGone && (
        <div className={classes.reactions}>
          <span className="ps-xs ps-faint ps-clip">React to {news.race}</span>
          <ReactionBar
            place={{ weekendId: weekend.id, groupId: null }}
            subject={{ type: 'result', id: news.raceId }}
            label={`Reactions to ${news.race}`}
          />
        </div>
      )}
      <BoardList
        scope={scope}
        label="All Sector Participants"
        look="open"
        userId={userId}
        first={first}
        count={count}
        height={height}
        bars={bars}
        raceCount={raceCount}
        rows={rows}
        body={body}
        onFind={find}
        foot={
          count < total && (
            <BoardFoot>
              <Button variant="outline" onClick={() => setIsWhole(true)}>
                {`Show all ${formatNumber(total)} fans`}
              </Button>
            </BoardFoot>
          )
        }
      />
    </section>
  )
}
