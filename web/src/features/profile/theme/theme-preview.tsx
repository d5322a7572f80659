import { Box, Flex, Text } from '@mantine/core'
import type { User } from '@purple-sector/contracts/identity/http'
import { Avatar } from '../../../ui/racing/avatar.tsx'
import { PositionChange } from '../../../ui/racing/position-change.tsx'
import classes from './theme-preview.module.css'

export type Previewed = Pick<User, 'username' | 'firstName' | 'profileImageUrl' | 'avatarConfig'>

/** Preview of the two colours, which uses the page's own tokens as the page shows the same theme. */
export const ThemePreview = ({ user }: { user: Previewed }) => {
  const name = user.username ?? user.firstName ?? 'You'
  return (
    <section className={classes.preview} aria-label="Preview">
      <Text span variant="label" c="var(--ps-ink-3)">
        Preview
      </Text>
      <div className={classes.tabs} aria-hidden="true">
        <span className={classes.on}>Leaderboard</span>
        <span>Heat Map</span>
      </div>
      <div className={classes.row} aria-hidden="true">
        <span className={classes.figure}>12</span>
        <PositionChange places={6} />
        <Avatar name={name} of={user} />
        <Box component="b" className="ps-clip" flex="1" miw={0} fw={580}>
          {name}
        </Box>
        <span className={classes.figure}>118</span>
      </div>
      <Flex gap={8} aria-hidden="true">
        <span className={classes.button}>Submit Tip</span>
        <span className={classes.field}>Jed Harrowell</span>
      </Flex>
      <Text inherit c="dimmed">
        Purple, green, yellow and red keep their meaning in every theme.
      </Text>
    </section>
  )
}
