import { Box } from '@mantine/core'
import type { Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { Dialog } from '../../ui/dialog.tsx'
import { plural } from '../../ui/format.ts'
import { weekendDates } from '../weekends/weekend-words.ts'
import classes from './event-details.module.css'
import { categoriesOf } from './upcoming.ts'

type Props = { weekend: Weekend; races: readonly Race[]; onClose(): void }

/** The event-details dialog: what the weekend is, and what each of its categories can give. */
export const EventDetails = ({ weekend, races, onClose }: Props) => (
  <Dialog opened onClose={onClose} title={weekend.name} flush>
    <div className={classes.about}>
      <p>{[weekend.venue, weekendDates(weekend)].filter(Boolean).join(' · ')}</p>
      {weekend.description && <p className={classes.description}>{weekend.description}</p>}
    </div>
    <ul className={classes.categories} aria-label="Categories">
      {categoriesOf(races).map(({ category, upTo, count }) => (
        <li key={category}>
          <span>
            <Box component="b" display="block" fw={550}>
              {category}
            </Box>
            <Box component="span" className="ps-faint" fz={12.5}>
              {plural(count, 'session')}
            </Box>
          </span>
          <Box component="span" className="ps-num" flex="none">
            Up to {upTo} pts
          </Box>
        </li>
      ))}
    </ul>
  </Dialog>
)
