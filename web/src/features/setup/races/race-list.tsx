import { CATEGORIES } from '@purple-sector/contracts/categories'
import type { Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { Panel } from '../../../ui/wall.tsx'
import { byCategory, pointsLabel, pointsOfCategory } from './race-form.ts'
import { RaceRow } from './race-row.tsx'
import classes from './races-tab.module.css'

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
    {byCategory(races, CATEGORIES).map(({ category, races: ofCategory }) => (
      <section key={category} className={classes.group} aria-label={category}>
        <div className={classes.category}>
          <h2 className="ps-h3">{category}</h2>
          <span className="ps-xs ps-muted">{pointsLabel(pointsOfCategory(category))}</span>
        </div>
        <ul>
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
  </Panel>
)
