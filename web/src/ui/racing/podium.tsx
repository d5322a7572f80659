import { Box, Flex, Stack, Text } from '@mantine/core'
import type { CSSProperties, ReactNode } from 'react'
import { join } from '../base/join.ts'
import { formatNumber } from '../time/format.ts'
import classes from './podium.module.css'
import { positionText } from './position.tsx'

export type PodiumStep = {
  key: string
  name: string
  points: number
  avatar: ReactNode
  position?: number
  shared?: boolean
}

const PLACES = [1, 2, 3] as const
type Place = (typeof PLACES)[number]

type Metal = Record<'--metal' | '--rises', string>

/** By place; users who share a place stand level. */
const METALS: Record<number, Metal | undefined> = {
  1: { '--metal': 'var(--ps-gold)', '--rises': '2.1s' },
  2: { '--metal': 'var(--ps-silver)', '--rises': '1.2s' },
  3: { '--metal': 'var(--ps-bronze)', '--rises': '0.3s' },
}
const NO_METAL = { '--metal': 'var(--ps-ink-3)' }
const HEIGHTS: Record<number, number> = { 1: 92, 2: 74, 3: 62 }

/** Seen as 2–1–3. */
const ORDERS: Record<Place, CSSProperties> = { 1: { order: 2 }, 2: { order: 1 }, 3: { order: 3 } }
const CLIPPED = { overflow: 'hidden' }
const EMPTY = { border: '1px dashed var(--ps-line-2)', borderRadius: 'var(--ps-r-sm)' }

type StepProps = { place: Place; position?: number; isVacant?: boolean; above: ReactNode; children: ReactNode }

const Step = ({ place, position = place, isVacant = false, above, children }: StepProps) => (
  <Stack component="li" align="center" justify="flex-end" gap={6} flex={1} miw={0} style={ORDERS[place]}>
    {above}
    <Box w="100%" style={CLIPPED}>
      <Stack
        className={join(classes.block, isVacant && classes.vacant)}
        align="center"
        gap={2}
        h={HEIGHTS[position]}
        pt={8}
        style={isVacant ? { ...METALS[position], ...NO_METAL } : METALS[position]}
      >
        {children}
      </Stack>
    </Box>
  </Stack>
)

const TakenStep = ({ step, place }: { step: PodiumStep; place: Place }) => {
  const { name, points, avatar, position = place, shared = false } = step
  return (
    <Step
      place={place}
      position={position}
      above={
        <>
          {avatar}
          <Text span lineClamp={2} className="ps-wrap" fz={12.5} lh="16px" fw={540} ta="center" maw="100%" dir="auto">
            {name}
          </Text>
        </>
      }
    >
      <b className={classes.place}>{positionText(position, { shared })}</b>
      <Box component="span" className={join('ps-num', position === 1 ? 'ps-best' : 'ps-muted')} lh="18px">
        {formatNumber(points)}
      </Box>
    </Step>
  )
}

/** A place without a holder: its block is hollow, so that the podium is complete. */
const VacantStep = ({ place, words }: { place: Place; words: string }) => (
  <Step
    place={place}
    isVacant
    above={
      <>
        <Box component="span" w={44} h={44} style={EMPTY} aria-hidden="true" />
        <span className="ps-xs ps-faint">{words}</span>
      </>
    }
  >
    <b className={classes.place}>{place}</b>
  </Step>
)

type Props = {
  steps: readonly PodiumStep[]
  /** The text on a place without a holder. */
  vacant: string
  rising?: boolean
}

/** The first three as 2–1–3, read as 1, 2, 3. `rising`: the blocks come up 3, 2, 1. */
export const Podium = ({ steps, vacant, rising = false }: Props) => (
  <Flex component="ol" className={rising ? classes.rising : undefined} align="flex-end" gap={2} px={10} pt={16}>
    {PLACES.map((place) => {
      const step = steps[place - 1]
      return step ? (
        <TakenStep key={step.key} step={step} place={place} />
      ) : (
        <VacantStep key={place} place={place} words={vacant} />
      )
    })}
  </Flex>
)
