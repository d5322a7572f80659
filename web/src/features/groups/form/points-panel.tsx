import { Flex, Text, Title } from '@mantine/core'
import type { Points } from '@purple-sector/contracts/categories'
import type { Category } from '@purple-sector/contracts/weekends/http'
import { IconRefresh } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { Icon } from '../../../ui/base/icon.tsx'
import { join } from '../../../ui/base/join.ts'
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
  <div className={classes.row}>
    <span className="ps-clip" title={name}>
      {name}
    </span>
    {PLACES.map((place, index) => (
      <input
        key={place}
        className={classes.points}
        type="number"
        min={1}
        max={100}
        inputMode="numeric"
        aria-label={`${name}, ${ordinal(index + 1)}`}
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
  </div>
)

/** Points of each category of the group: from a preset, standard, or typed. */
export const PointsPanel = ({ categories, points, error, onChange }: Props) => {
  const id = useId()
  const pointsOfAll = (pointsOf: (category: Props['categories'][number]) => Points) =>
    onChange(Object.fromEntries(categories.map((category) => [category.id, pointsOf(category)])))
  if (categories.length === 0)
    return (
      <div className={classes.panel}>
        <Title order={3}>Points configuration</Title>
        <Text size="sm" c="dimmed">
          Please select races first to configure category-specific points
        </Text>
      </div>
    )
  return (
    <div className={classes.panel}>
      <Flex wrap="wrap" align="center" justify="space-between" rowGap={0} columnGap={12}>
        <Title order={3}>Points configuration</Title>
        <button type="button" className={classes.reset} onClick={() => pointsOfAll(() => STANDARD_POINTS)}>
          <Icon icon={IconRefresh} size={16} />
          Reset to Default (25/18/15)
        </button>
      </Flex>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that is drawn nowhere */}
      <div className={classes.presets} role="group" aria-label="Presets">
        {PRESETS.map((preset) => {
          const isOn = categories.every((category) => isAs(points[category.id], presetPoints(preset, category)))
          return (
            <button
              key={preset.name}
              type="button"
              className={join(classes.preset, isOn && classes.chosen)}
              aria-pressed={isOn}
              onClick={() => pointsOfAll((category) => presetPoints(preset, category))}
            >
              <b>{preset.name}</b> {preset.suffix && <span>({preset.suffix})</span>}
            </button>
          )
        })}
      </div>
      <div className={join(classes.row, classes.rowHead)} aria-hidden="true">
        <span />
        {PLACES.map((place, index) => (
          <span key={place} className="ps-label">
            {ordinal(index + 1)}
          </span>
        ))}
      </div>
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
    </div>
  )
}
