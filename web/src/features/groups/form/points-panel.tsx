import { Box, Button, Flex, Input, SimpleGrid, Text, Title } from '@mantine/core'
import type { Points } from '@purple-sector/contracts/categories'
import type { Category } from '@purple-sector/contracts/weekends/http'
import { IconRefresh } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { Icon } from '../../../ui/base/icon.tsx'
import { ordinal } from '../../../ui/time/format.ts'
import { STANDARD_POINTS } from '../api/card-facts.ts'
import type { GroupDraft } from '../api/group-form.ts'
import { isOutOfRange, PLACES, type PointsDraft, pointsOfCell } from '../api/group-form.ts'
import { PRESETS, presetPoints } from '../api/presets.ts'
import classes from './group-form.module.css'

type PointsOfCategories = GroupDraft['customPointSystem']

const isAs = (points: PointsDraft | undefined, expected: Points): boolean =>
  points !== undefined && PLACES.every((place) => pointsOfCell(points[place], place) === expected[place])

type Props = {
  /** The categories of the selected races, in order. */
  categories: readonly Pick<Category, 'id' | 'name' | 'isMain'>[]
  points: PointsOfCategories
  error: ReactNode
  onChange(points: PointsOfCategories): void
}

const PADDING = { px: { base: 16, sm: 20 }, pt: 14, pb: 18 }
const ROW = { align: 'center', gap: 8, wrap: { base: 'wrap', sm: 'nowrap' } } as const
const POINTS = { input: classes.points ?? '' }

const CategoryPoints = ({
  name,
  points,
  describedBy,
  onChange,
}: {
  name: string
  points: PointsDraft
  describedBy: string
  onChange(points: PointsDraft): void
}) => (
  <Flex {...ROW} mt={{ base: 12, sm: 6 }}>
    <Text span fz={13.5} className="ps-clip" flex={{ base: '1 0 100%', sm: '1 1 0' }} title={name}>
      {name}
    </Text>
    {PLACES.map((place, index) => (
      <Input
        key={place}
        flex={{ base: '1 1 0', sm: 'none' }}
        w={{ sm: 76 }}
        classNames={POINTS}
        type="number"
        min={1}
        max={100}
        inputMode="numeric"
        aria-label={`${name}, ${ordinal(index + 1)}`}
        withAria={false}
        aria-invalid={isOutOfRange(points[place], place) || undefined}
        aria-describedby={describedBy}
        value={points[place]}
        onChange={({ currentTarget }) => onChange({ ...points, [place]: currentTarget.value })}
        onBlur={() => {
          // An empty or non-numeric cell falls back to the standard of its place.
          if (String(points[place]).trim() === '') onChange({ ...points, [place]: STANDARD_POINTS[place] })
        }}
      />
    ))}
  </Flex>
)

/** Points of each category of the group: from a preset, standard, or typed. */
export const PointsPanel = ({ categories, points, error, onChange }: Props) => {
  const id = useId()
  const pointsOfAll = (pointsOf: (category: Props['categories'][number]) => Points) =>
    onChange(Object.fromEntries(categories.map((category) => [category.id, pointsOf(category)])))
  if (categories.length === 0)
    return (
      <Box {...PADDING}>
        <Title order={3}>Points configuration</Title>
        <Text size="sm" c="dimmed">
          Please select races first to configure category-specific points
        </Text>
      </Box>
    )
  return (
    <Box {...PADDING}>
      <Flex wrap="wrap" align="center" justify="space-between" rowGap={0} columnGap={12}>
        <Title order={3}>Points configuration</Title>
        <Button
          variant="quiet"
          size="sm"
          m="-6px -11px"
          leftSection={<Icon icon={IconRefresh} size={16} />}
          onClick={() => pointsOfAll(() => STANDARD_POINTS)}
        >
          Reset to Default (25/18/15)
        </Button>
      </Flex>
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing={6} mt={10} role="group" aria-label="Presets">
        {PRESETS.map((preset) => {
          const isOn = categories.every((category) => isAs(points[category.id], presetPoints(preset, category)))
          return (
            <Box
              component="button"
              key={preset.name}
              type="button"
              className={`ps-xs ${classes.preset}`}
              mih={48}
              aria-pressed={isOn}
              onClick={() => pointsOfAll((category) => presetPoints(preset, category))}
            >
              <Box component="b" display="block" fw={520}>
                {preset.name}
              </Box>{' '}
              {preset.suffix && <span className="ps-muted">({preset.suffix})</span>}
            </Box>
          )
        })}
      </SimpleGrid>
      <Flex gap={8} mt={12} justify="flex-end" visibleFrom="sm" aria-hidden="true">
        {PLACES.map((place, index) => (
          <Text key={place} span variant="label" w={76} pl={12}>
            {ordinal(index + 1)}
          </Text>
        ))}
      </Flex>
      {categories.map(({ id: categoryId, name }) => (
        <CategoryPoints
          key={categoryId}
          name={name}
          points={points[categoryId] ?? STANDARD_POINTS}
          describedBy={`${id}-error ${id}-note`}
          onChange={(changedPoints) => onChange({ ...points, [categoryId]: changedPoints })}
        />
      ))}
      {error && (
        <p className="ps-field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
      <p className="ps-field-hint" id={`${id}-note`}>
        Custom points apply only to this group. Values from 1 to 100.
      </p>
    </Box>
  )
}
