import { Badge, Box, Flex, Text, Title } from '@mantine/core'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { IconChevronDown, IconMapPin } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Icon } from '../../../ui/base/icon.tsx'
import { Tick, TickAll, Ticks } from '../../../ui/controls/tick.tsx'
import { formatDayTime, plural, type TimeZoneOption } from '../../../ui/time/format.ts'
import type { CategoryGroup } from '../../weekend-data/api/category-order.ts'
import { useCategories } from '../../weekend-data/api/category-queries.ts'
import { byTrack, foldedCategories, foldedNames } from '../api/race-choice.ts'
import classes from './group-form.module.css'

const noteOf = ({ scheduledStart, locked }: Race, zone: TimeZoneOption): string =>
  [scheduledStart === null ? 'TBD' : formatDayTime(scheduledStart, zone), locked && 'locked'].filter(Boolean).join(', ')

type ChoiceProps = { chosenIds: readonly number[]; zone: TimeZoneOption; onChange(chosenIds: readonly number[]): void }

const CategoryRaces = ({
  category,
  chosenIds: chosenCount,
  zone,
  onChange,
}: ChoiceProps & { category: CategoryGroup<Race> }) => {
  const ids = category.items.map(({ id }) => id)
  const otherIds = chosenCount.filter((id) => !ids.includes(id))
  return (
    <Box component="fieldset" className="ps-above" px={{ base: 16, sm: 20 }} pt={8} pb={11}>
      <legend className="ps-hidden">{category.name}</legend>
      <Flex align="center" justify="space-between" gap={12} h={{ base: 36, sm: 26 }} fz={13} fw={540}>
        <span className="ps-clip" aria-hidden="true">
          {category.name}
        </span>
        <TickAll
          name={category.name}
          either
          noneChosen={!ids.some((id) => chosenCount.includes(id))}
          onSelectAll={() => onChange([...otherIds, ...ids])}
          onClear={() => onChange(otherIds)}
        />
      </Flex>
      <Ticks>
        {category.items.map((race) => (
          <Tick
            key={race.id}
            title={race.name}
            note={noteOf(race, zone)}
            checked={chosenCount.includes(race.id)}
            onChange={(isOn) => onChange(isOn ? [...chosenCount, race.id] : chosenCount.filter((id) => id !== race.id))}
          />
        ))}
      </Ticks>
    </Box>
  )
}

const TrackRaces = ({ track, ...choice }: ChoiceProps & { track: ReturnType<typeof byTrack>[number] }) => {
  // Computed from the initial selection, so that a row does not disappear when its last race is cleared.
  const [folded, setFolded] = useState(() => foldedCategories(track, choice.chosenIds).map(({ id }) => id))
  const hidden = track.categories.filter(({ id }) => folded.includes(id))
  return (
    <section className="ps-above" aria-label={track.name}>
      <Flex align="center" gap={8} h={30} px={{ base: 16, sm: 20 }} bg="var(--ps-sunken)" fz={13}>
        <Icon icon={IconMapPin} size={16} className="ps-faint" />
        <Box component="b" className="ps-clip" fw={560}>
          {track.name === 'TBD' ? 'Track TBD' : track.name}
        </Box>
        <Text span size="xs" c="dimmed" flex="none" ml="auto">
          {plural(track.races, 'race')}
        </Text>
      </Flex>
      {track.categories
        .filter(({ id }) => !folded.includes(id))
        .map((category) => (
          <CategoryRaces key={category.id} category={category} {...choice} />
        ))}
      {hidden.length > 0 && (
        <Flex
          component="button"
          type="button"
          className={`ps-above ${classes.more}`}
          align="center"
          gap={10}
          w="100%"
          h={{ base: 48, sm: 42 }}
          px={{ base: 16, sm: 20 }}
          fz={13}
          aria-expanded={false}
          onClick={() => setFolded([])}
        >
          <span className="ps-fill ps-clip">{foldedNames(hidden)}</span>
          <Text span size="xs" c="dimmed">
            {plural(
              hidden.reduce((sum, { items }) => sum + items.length, 0),
              'race',
            )}
          </Text>
          <Icon icon={IconChevronDown} size={16} className="ps-faint" />
        </Flex>
      )}
    </section>
  )
}

/** The races of the weekend by track, category and time. */
export const RacePicker = ({ races, error, ...choice }: ChoiceProps & { races: readonly Race[]; error: ReactNode }) => {
  const categories = useCategories()
  const chosen = races.filter(({ id }) => choice.chosenIds.includes(id)).length
  return (
    <>
      <Flex align="center" gap={10} pt={14} pb={10} px={{ base: 16, sm: 20 }}>
        <Title order={3}>Races</Title>
        <Badge size="sm">{`${chosen} of ${races.length}`}</Badge>
        <Text span size="xs" c="dimmed" ml="auto">
          none selected = all races
        </Text>
      </Flex>
      {error && (
        <Box component="p" className="ps-field-error" px={{ base: 16, sm: 20 }} pb={8} role="alert">
          {error}
        </Box>
      )}
      {byTrack(races, categories).map((track) => (
        <TrackRaces key={track.name} track={track} {...choice} />
      ))}
    </>
  )
}
