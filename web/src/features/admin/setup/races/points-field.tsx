import { Box, Flex, SimpleGrid, Text, TextInput } from '@mantine/core'
import { type Points, pointsOfCategory, SUPPORT_POINTS } from '@purple-sector/contracts/categories'
import type { Category } from '@purple-sector/contracts/weekends/http'
import type { ReactNode } from 'react'
import rows from '../../base/components/rows.module.css'
import { WIDE } from '../form/form-grid.tsx'
import { asText, isTooMany, pointsLabel, type RaceDraft } from './race-form.ts'

const PLACES: { key: keyof Points; label: string }[] = [
  { key: 'first', label: '1st' },
  { key: 'second', label: '2nd' },
  { key: 'third', label: '3rd' },
]

const FIGURE = { input: { font: '620 17px / 20px var(--ps-font-display)' } }

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
    <Box
      component="fieldset"
      px={14}
      pt={10}
      pb={12}
      bd="1px solid var(--ps-line)"
      bdrs="md"
      bg="var(--ps-sunken)"
      style={WIDE}
      disabled={disabled}
    >
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
            <button type="button" className={rows.link} onClick={() => onChange(null)}>
              Use the category’s {pointsLabel(standard)}
            </button>
          )
        )}
      </Flex>
      <SimpleGrid cols={3} spacing={12} mt={6}>
        {PLACES.map(({ key, label }) => (
          <TextInput
            key={key}
            label={
              <Text span variant="label">
                {label}
              </Text>
            }
            styles={FIGURE}
            inputMode="numeric"
            maxLength={4}
            autoComplete="off"
            value={visible[key]}
            error={isTooMany(visible[key]) ? error : undefined}
            onChange={({ currentTarget }) => onChange({ ...visible, [key]: currentTarget.value })}
          />
        ))}
      </SimpleGrid>
    </Box>
  )
}
