import { Box, NativeSelect, Switch } from '@mantine/core'
import type { User } from '@purple-sector/contracts/identity/http'
import { useQuery } from '@tanstack/react-query'
import { weekendsQuery } from '../../weekend-data/api/weekend-queries.ts'
import { useSaveProfile } from '../api/save-profile.ts'

/** Whether the user is trackside, and where: saved at once, independently of the form. */
export const Trackside = ({ user }: { user: User }) => {
  const { data: weekends = [] } = useQuery(weekendsQuery)
  const save = useSaveProfile()
  // Shows the new value while saving, and reverts on failure.
  const { trackStatus, selectedWeekendId } = { ...user, ...(save.isPending && save.variables) }
  const isTrackside = trackStatus === 'at_track'
  return (
    <>
      <Switch
        label="I’m trackside"
        description="Your chat messages say TRACKSIDE and others see you here. Turning it off clears the weekend."
        checked={isTrackside}
        disabled={save.isPending}
        onChange={({ currentTarget }) => save.mutate({ trackStatus: currentTarget.checked ? 'at_track' : 'away' })}
      />
      {isTrackside && (
        <Box className="ps-below" px={16} pt={12} pb={14}>
          <NativeSelect
            label="Which weekend"
            description="Saved straight away."
            data={[
              { value: '', label: 'Choose a weekend' },
              ...weekends.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            value={selectedWeekendId?.toString() ?? ''}
            disabled={save.isPending}
            onChange={({ currentTarget: { value } }) =>
              save.mutate({ trackStatus: 'at_track', selectedWeekendId: value === '' ? null : Number(value) })
            }
          />
        </Box>
      )}
    </>
  )
}
