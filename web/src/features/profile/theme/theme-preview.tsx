import type { User } from '@purple-sector/contracts/identity/http'
import { Avatar } from '../../../ui/avatar.tsx'
import { PositionChange } from '../../../ui/position-change.tsx'
import classes from './theme-preview.module.css'

export type Previewed = Pick<User, 'username' | 'firstName' | 'profileImageUrl' | 'avatarConfig'>

/** Preview of the two colours, which uses the page's own tokens as the page shows the same theme. */
export const ThemePreview = ({ user }: { user: Previewed }) => {
  const name = user.username ?? user.firstName ?? 'You'
  return (
    <section className={classes.preview} aria-label="Preview">
      <span className="ps-label ps-faint">Preview</span>
      <div className={classes.tabs} aria-hidden="true">
        <span className={classes.on}>Leaderboard</span>
        <span>Heat Map</span>
      </div>
      <div className={classes.row} aria-hidden="true">
        <span className={classes.figure}>12</span>
        <PositionChange places={6} />
        <Avatar name={name} of={user} />
        <b className={classes.name}>{name}</b>
        <span className={classes.figure}>118</span>
      </div>
      <div className={classes.controls} aria-hidden="true">
        <span className={classes.button}>Submit Tip</span>
        <span className={classes.field}>Jed Harrowell</span>
      </div>
      <p className="ps-muted">Purple, green, yellow and red keep their meaning in every theme.</p>
    </section>
  )
}
