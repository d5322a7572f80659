import { Badge, Box, Flex, Text } from '@mantine/core'
import type { Car, Weekend } from '@purple-sector/contracts/weekends/http'
import { isOpenToAll } from '@purple-sector/contracts/weekends/open-to-all'
import { IconCheck, IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { memo, useCallback } from 'react'
import { useServerNow } from '../../../client/time/server-clock.ts'
import { Icon } from '../../../ui/base/icon.tsx'
import { AsyncButton } from '../../../ui/controls/async-button.tsx'
import { useHeatZones } from '../../heat-map/heat-map-queries.ts'
import { useZone } from '../../session/use-zone.ts'
import { categoryImage } from '../../weekend-data/api/category-image.ts'
import { carsQuery } from '../../weekend-data/api/weekend-queries.ts'
import type { LockedPicks } from '../api/picks-query.ts'
import { type CardState, type CategoryCard, isOut, outLabel, stateOf } from '../api/tip-card-state.ts'
import { useSubmitTip } from '../api/tip-queries.ts'
import { CarPicker } from './car-picker.tsx'
import { CarPicks, SecretPicks } from './car-picks.tsx'
import { TipNote } from './tip-note.tsx'

type Props = {
  card: CategoryCard
  weekend: Weekend
  /** Id of the picked, unsaved car. */
  pick: number | undefined
  /** The car that was picked but not saved when tips closed. */
  missed?: string | undefined
  /** The picks of the category, once it has locked. */
  picks?: LockedPicks | undefined
  /** Called with the picked car, or without one once the pick is saved. */
  onPick(card: CategoryCard, car: Car | undefined): void
}

type StateBadgeProps = { state: CardState; car: Car | undefined; isAutomatic: boolean }

const StateBadge = ({ state, car, isAutomatic }: StateBadgeProps) => {
  if (state === 'saved')
    return (
      <Badge variant="green" leftSection={<Icon icon={IconCheck} size={14} />}>
        {isAutomatic ? 'Automatic' : 'Saved'}
      </Badge>
    )
  if (state === 'locked') return <Badge leftSection={<Icon icon={IconLock} size={14} />}>Tips Locked</Badge>
  if (state === 'unannounced') return <Badge variant="plain">Not announced</Badge>
  if (state === 'picked') return <Badge variant="yellow">Not saved</Badge>
  if (state === 'out') return <Badge variant="red">Out · {outLabel(car)}</Badge>
  return state === 'submitting' ? <Badge variant="plain">Saving</Badge> : null
}

/** The colour of the line above a card. */
const LINES: Record<CardState, string> = {
  none: 'transparent',
  saved: 'var(--ps-green)',
  picked: 'var(--ps-yellow)',
  out: 'var(--ps-red)',
  locked: 'var(--ps-line-2)',
  unannounced: 'var(--ps-line-2)',
  submitting: 'linear-gradient(90deg, var(--ps-ink) 58%, transparent 58%)',
}
const COVER = { objectFit: 'cover' } as const
const BESIDE_IMAGE = { mih: 54, pr: 108 }

/**
 * Card to tip a category: its car, whether it is saved, and from which race it counts. A pick re-renders only its own
 * card.
 */
export const TipCard = memo(({ card, weekend, pick: chosenCar, missed, picks, onPick }: Props) => {
  const { category, counting, tip, competition } = card
  const now = useServerNow()
  const zone = useZone(weekend.timeZone)
  const cars = useQuery(carsQuery(counting[0]?.id ?? 0))
  const zoneOf = useHeatZones(weekend.id)
  const submit = useSubmitTip(weekend.id, card, () => onPick(card, undefined))
  const enteredCars = cars.data ?? []
  const tippedCar = enteredCars.find(({ id }) => id === tip?.carId)
  // A withdrawn car is no longer in the list.
  const isTipOut = tip !== undefined && cars.data !== undefined && (tippedCar === undefined || isOut(tippedCar))
  const pickedCar = enteredCars.find(({ id }) => id === chosenCar)
  // A pick whose car was withdrawn is ignored; one whose car is out cannot be submitted.
  const pick = cars.data !== undefined && !pickedCar ? undefined : chosenCar
  const isPickOut = isOut(pickedCar)
  const state = stateOf(card, {
    now,
    pick,
    isSubmitting: submit.isPending,
    isTipOut,
    isPickOut,
    isAnnounced: isOpenToAll(weekend),
  })
  const isFixed = state === 'locked' || state === 'unannounced'
  const visible = isFixed ? (tippedCar ?? tip?.car) : (pickedCar ?? tippedCar ?? tip?.car)
  const plateLook = !visible ? 'hollow' : isFixed ? 'dim' : state === 'out' ? 'out' : 'solid'
  const image = counting.find(({ categoryImage }) => categoryImage !== null)?.categoryImage
  // A saved tip can be submitted again without a change (docs/rules.md, Tips).
  const chosenId = state === 'picked' ? pick : state === 'saved' ? tip?.carId : undefined
  const title = competition.groupId === null ? 'How all fans picked' : 'How the group picked'
  const isOwnAlready = state !== 'saved' || !(tip?.isAutomatic || tip?.isCopy)
  const submitTip = () => {
    if (chosenId !== undefined) submit.mutate(chosenId)
  }
  const pickCar = useCallback(
    (carId: number) =>
      onPick(
        card,
        cars.data?.find(({ id }) => id === carId),
      ),
    [onPick, card, cars.data],
  )

  return (
    <Flex
      component="article"
      direction="column"
      pos="relative"
      miw={0}
      mih={187}
      pt={13}
      px={16}
      pb={14}
      aria-label={category}
    >
      <Box pos="absolute" top={0} left={0} right={0} h={2} bg={LINES[state]} />
      <Flex align="center" justify="space-between" gap={8} h={20}>
        <Text span variant="label">
          Max {competition.maxPoints(card)} points
        </Text>
        <StateBadge state={state} car={pickedCar ?? tippedCar} isAutomatic={tip?.isAutomatic ?? false} />
      </Flex>
      {image && (
        <Box
          component="img"
          pos="absolute"
          top={40}
          right={16}
          bdrs="sm"
          style={COVER}
          {...categoryImage(image, 96)}
          alt=""
          width={96}
          height={54}
        />
      )}
      <Box component="h3" className="ps-category" mt={5} {...(image && BESIDE_IMAGE)}>
        {category}
      </Box>
      <CarPicker
        category={category}
        cars={cars.data}
        value={visible}
        plateLook={plateLook}
        isDisabled={isFixed || state === 'submitting'}
        isLocked={isFixed}
        isPicked={state === 'picked'}
        zoneOf={zoneOf}
        onPick={pickCar}
      />
      <Flex align="center" gap={10} pt={11}>
        <TipNote
          card={card}
          state={state}
          missed={missed}
          now={now}
          error={cars.isError ? 'Couldn’t load the cars.' : undefined}
          zone={zone}
        />
        <AsyncButton
          w={{ base: 132, sm: 118 }}
          p={0}
          variant={state === 'picked' ? 'filled' : 'outline'}
          loading={state === 'submitting'}
          disabled={chosenId === undefined}
          onClick={submitTip}
        >
          {state === 'submitting' ? 'Submitting...' : !tip ? 'Submit Tip' : isOwnAlready ? 'Update Tip' : 'Keep Tip'}
        </AsyncButton>
      </Flex>
      {picks && (
        <Box className="ps-above" mt={14} pt={12}>
          {picks.open ? (
            <SecretPicks title={title} waitsFor={picks.waitsFor} />
          ) : (
            <CarPicks room={2} picks={picks} title={title} />
          )}
        </Box>
      )}
    </Flex>
  )
})
