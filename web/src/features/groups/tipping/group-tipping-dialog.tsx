import { Stack } from '@mantine/core'
import type { Group } from '@purple-sector/contracts/groups/http'
import type { Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reasonOf } from '../../../lib/api.ts'
import { useServerNow } from '../../../lib/server-clock.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../../ui/state.tsx'
import { useCategories } from '../../categories/category-queries.ts'
import { usePicks } from '../../tipping/picks-query.ts'
import { TipCard } from '../../tipping/tip-card.tsx'
import { cardsOf } from '../../tipping/tip-card-state.ts'
import { tipsQuery } from '../../tipping/tip-queries.ts'
import { useFollowWeekend } from '../../weekends/followed-weekend.ts'
import { racesQuery, weekendsQuery } from '../../weekends/weekend-queries.ts'
import { racesOf } from '../card-facts.ts'
import { groupCompetition } from './group-competition.ts'
import classes from './group-tipping-dialog.module.css'

const Loading = ({ title }: { title: string }) => (
  <LoadingState title={title} order={3}>
    <div className={classes.cards}>
      {[1, 2, 3, 4].map((card) => (
        <Stack key={card} gap={16} mih={187} p={16}>
          <Skeleton width={80} />
          <Skeleton height={60} />
          <Skeleton width={140} />
        </Stack>
      ))}
    </div>
  </LoadingState>
)

const Failed = ({ query, title }: { query: UseQueryResult; title: string }) => (
  <ErrorState
    order={3}
    title={title}
    message={reasonOf(query.error)}
    onRetry={() => void query.refetch()}
    retrying={query.isFetching}
  />
)

type Chosen = Partial<Record<number, number>>

const Cards = ({ group, weekend, races }: { group: Group; weekend: Weekend; races: readonly Race[] }) => {
  const tips = useQuery(tipsQuery(weekend.id))
  const categories = useCategories()
  const [chosen, setChosen] = useState<Chosen>({})
  const cards = cardsOf(races, tips.data ?? [], categories, groupCompetition(group))
  const picks = usePicks({ weekendId: weekend.id, groupId: group.id }, cards, useServerNow(5_000))
  if (tips.isPending) return <Loading title="Loading weekend data..." />
  if (!tips.data) return <Failed query={tips} title="Your tips did not load" />
  return (
    <div className={classes.cards}>
      {cards.map((card) => (
        <TipCard
          key={card.categoryId}
          card={card}
          weekend={weekend}
          pick={chosen[card.categoryId]}
          picks={picks.get(card.categoryId)}
          onPick={(carId) => setChosen((before) => ({ ...before, [card.categoryId]: carId }))}
        />
      ))}
    </div>
  )
}

const Body = ({ group }: { group: Group }) => {
  useFollowWeekend(group.weekendId)
  const races = useQuery(racesQuery(group.weekendId))
  const weekends = useQuery(weekendsQuery)
  const weekend = weekends.data?.find(({ id }) => id === group.weekendId)
  if (races.isPending) return <Loading title="Loading group races..." />
  if (!races.data) return <Failed query={races} title="The races of the group did not load" />
  if (weekends.isPending) return <Loading title="Loading weekend data..." />
  if (!weekends.data) return <Failed query={weekends} title="The weekend did not load" />
  const counting = racesOf(group, races.data)
  if (!weekend || counting.length === 0)
    return (
      <EmptyState
        order={3}
        title="No races found for this group"
        text="As soon as races that count in this group are entered you can tip here."
      />
    )
  return <Cards group={group} weekend={weekend} races={counting} />
}

/** Tips in a group: the cards of the open competition, by the group's races and rules. */
export const GroupTippingDialog = ({ group, onClose }: { group: Group; onClose(): void }) => (
  <Dialog opened onClose={onClose} title={group.name} size="md" flush>
    <div className={classes.body}>
      <Body group={group} />
    </div>
  </Dialog>
)
