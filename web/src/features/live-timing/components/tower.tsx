import { Box, Flex, UnstyledButton } from '@mantine/core'
import type { Timing, TimingEntry } from '@purple-sector/contracts/admin/live-timing'
import type { Car } from '@purple-sector/contracts/weekends/http'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { Icon } from '../../../ui/base/icon.tsx'
import { join } from '../../../ui/base/join.ts'
import { EmptyState } from '../../../ui/layout/state.tsx'
import { Segments } from '../../../ui/racing/segments.tsx'
import { plural } from '../../../ui/time/format.ts'
import { COLOUR_LABELS } from '../api/timing-labels.ts'
import type { TipMark } from '../api/tips-on-cars.ts'
import classes from './tower.module.css'
import { TowerRow } from './tower-row.tsx'

/** Number of running and retired cars before "show all". */
const VISIBLE_RUNNING = 12
const VISIBLE_OUT = 3

const COLUMNS = ['Pos', 'Change', 'Car', 'Driver', 'Gap', 'Int', 'Last lap', 'Best lap', 'S1', 'S2', 'S3', 'Pit']
const WIDE_SCREEN_COLUMNS: ReadonlySet<string> = new Set(['Int', 'Best lap'])

const Head = () => (
  <thead>
    <tr className={join('ps-columns', classes.head)}>
      {COLUMNS.map((name) => (
        <th key={name} scope="col" className={WIDE_SCREEN_COLUMNS.has(name) ? classes.wide : undefined}>
          {name === 'Change' ? <span className="ps-hidden">{name}</span> : name}
        </th>
      ))}
    </tr>
  </thead>
)

/** Returns the first cars, the cars the fan tipped wherever they are, and the latest retirements. */
const firstOf = (entries: readonly TimingEntry[], tips: ReadonlyMap<number, TipMark>): TimingEntry[] => {
  const running = entries.filter(({ status }) => status !== 'out')
  const isTipped = ({ carId }: TimingEntry) => carId !== null && tips.has(carId)
  return [
    ...running.filter((entry, index) => index < VISIBLE_RUNNING || isTipped(entry)),
    ...entries
      .filter(({ status }) => status === 'out')
      .filter((entry, index) => index < VISIBLE_OUT || isTipped(entry)),
  ]
}

/** The colours in words. */
const KEYS = (['purple', 'green', 'yellow'] as const).map((colour) => (
  <Flex key={colour} component="span" align="center" gap={7}>
    <Box component="span" display="flex" w={12} aria-hidden="true">
      <Segments wide values={[colour]} label="" />
    </Box>
    {COLOUR_LABELS[colour]}
  </Flex>
))

type FootButtonProps = { isExpanded: boolean; onClick(): void; children: ReactNode }

/** Shows or hides what is below the tower. */
export const FootButton = ({ isExpanded, onClick, children }: FootButtonProps) => (
  <UnstyledButton
    className="ps-way"
    c="bright"
    my={0}
    mih={{ base: 44, sm: 32 }}
    aria-expanded={isExpanded}
    onClick={onClick}
  >
    {children}
    <Icon icon={isExpanded ? IconChevronUp : IconChevronDown} size={16} />
  </UnstyledButton>
)

type Props = {
  timing: Timing
  cars: readonly Car[] | undefined
  tips: ReadonlyMap<number, TipMark>
  showsAll: boolean
  onToggle(): void
  /** Rendered beside the button for all cars. */
  foot?: ReactNode
}

/** The cars by position, retired ones last. */
export const Tower = ({ timing: { entries, lap }, cars, tips, showsAll, onToggle, foot }: Props) => {
  const carOf = useMemo(() => new Map(cars?.map((car) => [car.id, car])), [cars])
  if (entries.length === 0)
    return <EmptyState order={3} title="No car on track yet" text="Cars appear once timing picks them up." />
  const first = firstOf(entries, tips)
  const visible = showsAll ? entries : first
  return (
    <>
      <table className={classes.tower} aria-label="Timing tower">
        <Head />
        <tbody>
          {visible.map((entry, index) => (
            <TowerRow
              key={entry.plate}
              entry={entry}
              index={index}
              car={entry.carId === null ? undefined : carOf.get(entry.carId)}
              tip={entry.carId === null ? undefined : tips.get(entry.carId)}
              lap={index === 0 && entry.status !== 'out' ? lap : null}
            />
          ))}
        </tbody>
      </table>
      <Flex
        className="ps-xs ps-muted"
        wrap={{ base: 'wrap', sm: 'nowrap' }}
        align="center"
        gap={{ base: '4px 14px', sm: 20 }}
        mih={44}
        px={16}
        py={{ base: 8, sm: 0 }}
      >
        {KEYS}
        <Flex
          component="span"
          flex={{ base: '1 0 100%', sm: 'none' }}
          wrap={{ base: 'wrap', sm: 'nowrap' }}
          justify="center"
          gap={{ base: '0 16px', sm: 20 }}
          ml={{ base: 0, sm: 'auto' }}
        >
          {foot}
          {first.length < entries.length && (
            <FootButton isExpanded={showsAll} onClick={onToggle}>
              {showsAll ? `First ${VISIBLE_RUNNING}` : `All ${plural(entries.length, 'car')}`}
            </FootButton>
          )}
        </Flex>
      </Flex>
    </>
  )
}
