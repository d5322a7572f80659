import { Box, Flex, Title } from '@mantine/core'
import { pointsOfCategory } from '@purple-sector/contracts/categories'
import type { Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { Panel } from '../../../../ui/layout/panel.tsx'
import { byCategory } from '../../../weekend-data/api/category-order.ts'
import { useCategories } from '../../../weekend-data/api/category-queries.ts'
import { CategoryMark } from '../../../weekend-data/components/category-mark.tsx'
import { pointsLabel } from './race-form.ts'
import { RaceRow } from './race-row.tsx'

type Props = {
  races: readonly Race[]
  weekend: Weekend
  onEdit(race: Race): void
  onReopen(race: Race): void
  onDelete(race: Race): void
}

/** The races of a weekend by category, each with its category's points. */
export const RaceList = ({ races, weekend, onEdit, onReopen, onDelete }: Props) => {
  const categories = useCategories()
  return (
    <Panel single flush>
      <div className="ps-lined">
        {byCategory(races, categories).map(({ id, name, items }) => {
          const category = categories.find((candidate) => candidate.id === id)
          return (
            <section key={id} aria-label={name}>
              <Flex
                className="ps-below"
                align="baseline"
                justify="space-between"
                gap={12}
                pt={11}
                px={16}
                pb={9}
                bg="var(--ps-sunken)"
              >
                <Title order={2} size="h3">
                  <CategoryMark category={category} />
                  {name}
                </Title>
                {category && (
                  <Box component="span" className="ps-xs ps-muted" flex="none">
                    {pointsLabel(pointsOfCategory(category))}
                  </Box>
                )}
              </Flex>
              <ul className="ps-lined">
                {items.map((race) => (
                  <RaceRow
                    key={race.id}
                    race={race}
                    timeZone={weekend.timeZone}
                    onEdit={() => onEdit(race)}
                    onReopen={() => onReopen(race)}
                    onDelete={() => onDelete(race)}
                  />
                ))}
              </ul>
            </section>
          )
        })}
      </div>
    </Panel>
  )
}
