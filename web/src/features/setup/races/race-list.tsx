import { Flex } from '@mantine/core'
import { CATEGORIES } from '@purple-sector/contracts/categories'
import type { Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { Panel } from '../../../ui/wall.tsx'
import { byCategory, pointsLabel, pointsOfCategory } from './race-form.ts'
import { RaceRow } from './race-row.tsx'

type Props = {
  races: readonly Race[]
  weekend: Weekend
  onEdit(race: Race): void
  onReopen(race: Race): void
  onDelete(race: Race): void
}

/** The races of a weekend by category, each with the points its category gives. */
export const RaceList = ({ races, weekend, onEdit, onReopen, onDelete }: Props) => (
  <Panel single flush>
    <div className="ps-lined">
      {byCategory(races, CATEGORIES).map(({ category, races: ofCategory }) => (
        <section key={category} aria-label={category}>
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
            <h2 className="ps-h3">{category}</h2>
            <span className="ps-xs ps-muted">{pointsLabel(pointsOfCategory(category))}</span>
          </Flex>
          <ul className="ps-lined">
            {ofCategory.map((race) => (
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
      ))}
    </div>
  </Panel>
)
