import { Box, Flex, TextInput } from '@mantine/core'
import { type Points, pointsOfCategory, SUPPORT_POINTS } from '@purple-sector/contracts/categories'
import type { Category } from '@purple-sector/contracts/weekends/http'
import type { ReactNode } from 'react'
import classes from './points-field.module.css'
import { asText, isTooMany, pointsLabel, type RaceDraft } from './race-form.ts'

const PLACES: { key: keyof Points; label: string }[] = [
  { key: 'first', label: '1st' },
  { key: 'second', label: '2nd' },
  { key: 'third', label: '3rd' },
]

type Props = {
  /** Null: the points of the category. */
  points: RaceDraft['points']
  /** Undefined while none is selected. */
  category: Category | undefined
  error: ReactNode
  disabled: boolean
  onChange(points: RaceDraft['points']): void
}

/** Points of the first three places, with a button for the category's points. */
export const PointsField = ({ points, category, error, disabled, onChange }: Props) => {
  const standard = category ? pointsOfCategory(category) : SUPPORT_POINTS
  const visible = points ?? asText(standard)
  return (
    <fieldset className={classes.box} disabled={disabled}>
      <legend className="ps-hidden">Points</legend>
      <Flex align="center" justify="space-between" gap={12} mih={20}>
        <Box component="span" fz={13} fw={540} aria-hidden="true">
          Points
        </Box>
        {points === null ? (
          <Box component="span" className="ps-muted" fz={12.5}>
            The category’s
          </Box>
        ) : (
          category && (
            <button type="button" className={classes.link} onClick={() => onChange(null)}>
              Use the category’s {pointsLabel(standard)}
            </button>
          )
        )}
      </Flex>
      <div className={classes.places}>
        {PLACES.map(({ key, label }) => (
          <TextInput
            key={key}
            className={classes.place}
            label={label}
            inputMode="numeric"
            maxLength={4}
            autoComplete="off"
            value={visible[key]}
            error={isTooMany(visible[key]) ? error : undefined}
            onChange={({ currentTarget }) => onChange({ ...visible, [key]: currentTarget.value })}
          />
        ))}
      </div>
    </fieldset>
  )
}
