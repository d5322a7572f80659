import { Skeleton, Stack } from '@mantine/core'
import type { WeekendScope } from '@purple-sector/contracts/tipping/scope'
import type { Car, Weekend } from '@purple-sector/contracts/weekends/http'
import { useCallback, useEffect } from 'react'
import { useServerNow } from '../../../client/time/server-clock.ts'
import { useUser } from '../../session/user-query.ts'
import { expirePick, picksIn, removePick, storePick, useMissedPicks, usePickDrafts } from '../api/pick-drafts.ts'
import { usePicks } from '../api/picks-query.ts'
import { type CategoryCard, closesAt, isClosed } from '../api/tip-card-state.ts'
import { TipCard } from './tip-card.tsx'

/** Values of unsaved picks by category id. */
type ByCategory<Value> = Partial<Record<number, Value>>

/**
 * Returns the cards of a competition with this browser's unsaved picks, and the public picks of locked categories. A
 * pick whose tips have closed becomes a missed one.
 */
export const useTipCards = ({ weekendId, groupId }: WeekendScope, cards: readonly CategoryCard[]) => {
  const userId = useUser()?.id ?? ''
  const scope = { weekendId, groupId }
  const drafts = picksIn(scope, usePickDrafts())
  const chosenCars: ByCategory<number> = Object.fromEntries(drafts.map(({ categoryId, carId }) => [categoryId, carId]))
  const missedDrafts = picksIn(scope, useMissedPicks())
  const missed: ByCategory<string> = Object.fromEntries(missedDrafts.map(({ categoryId, car }) => [categoryId, car]))
  const now = useServerNow(5_000)
  const picks = usePicks({ weekendId, groupId }, cards, now)
  const closed = drafts.filter(({ categoryId }) => {
    const card = cards.find((candidate) => candidate.categoryId === categoryId)
    return card !== undefined && isClosed(card, now)
  })
  useEffect(() => {
    for (const draft of closed) expirePick(userId, draft)
  })
  const choose = useCallback(
    (card: CategoryCard, car: Pick<Car, 'id' | 'plate' | 'driver'> | undefined) => {
      const { categoryId, category, tip, competition } = card
      const scopeOfCard = { weekendId, groupId: competition.groupId, categoryId }
      if (!car || car.id === tip?.carId) removePick(userId, scopeOfCard)
      else {
        const name = `#${car.plate} ${car.driver}`
        storePick(userId, { ...scopeOfCard, category, carId: car.id, car: name, closesAt: closesAt(card) })
      }
    },
    [userId, weekendId],
  )
  return { cards, chosen: chosenCars, missed, picks, choose }
}

/** A card for each category. */
export const TipCards = ({
  weekend,
  cards,
  chosen,
  missed,
  picks,
  choose,
}: { weekend: Weekend } & ReturnType<typeof useTipCards>) =>
  cards.map((card) => (
    <TipCard
      key={card.categoryId}
      card={card}
      weekend={weekend}
      pick={chosen[card.categoryId]}
      missed={missed[card.categoryId]}
      picks={picks.get(card.categoryId)}
      onPick={choose}
    />
  ))

/** Skeletons of the cards. */
export const TipCardSkeletons = ({ count }: { count: number }) =>
  Array.from({ length: count }, (_, card) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they never change
    <Stack key={card} gap={16} mih={187} p={16}>
      <Skeleton width={80} />
      <Skeleton height={60} />
      <Skeleton width={140} />
    </Stack>
  ))
