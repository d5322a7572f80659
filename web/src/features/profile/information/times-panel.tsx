import { Button, SegmentedControl, Stack, Text } from '@mantine/core'
import type { TimesIn, User } from '@purple-sector/contracts/identity/http'
import { useEffect, useState } from 'react'
import { deviceZone } from '../../../client/browser/device-zone.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { placeOf } from '../../../ui/time/format.ts'
import { useSaveChoice } from '../../session/save-choice.ts'

const CHOICES: { value: TimesIn; label: string }[] = [
  { value: 'track', label: 'Track time' },
  { value: 'mine', label: 'My time' },
  { value: 'both', label: 'Both' },
]

const isChoice = (value: string): value is TimesIn => CHOICES.some((choice) => choice.value === value)

/** Returns this device's zone after hydration: the server does not know it. */
const useDeviceZone = (): string | undefined => {
  const [zone, become] = useState<string>()
  useEffect(() => become(deviceZone()), [])
  return zone
}

/** Whose times screens show, and the fan's own zone. Saved straight away. */
export const TimesPanel = ({ user }: { user: User }) => {
  const save = useSaveChoice()
  const zoneOfDevice = useDeviceZone()
  const timesIn = save.variables?.timesIn ?? user.timesIn
  const send = (choice: Parameters<typeof save.mutate>[0]) => save.mutate(choice, { onSettled: save.reset })
  const choose = (value: string) => {
    if (!isChoice(value)) return
    const ownZone = user.timeZone === null && zoneOfDevice !== undefined ? { timeZone: zoneOfDevice } : {}
    send({ timesIn: value, ...ownZone })
  }
  return (
    <Panel title="Show times in" span={1}>
      <Stack gap={10} align="flex-start">
        <SegmentedControl
          aria-label="Show times in"
          data={CHOICES}
          value={timesIn}
          disabled={save.isPending}
          onChange={choose}
        />
        <Text variant="note">
          {user.timeZone === null
            ? 'We don’t know your time zone yet.'
            : `Your time is ${placeOf(user.timeZone)} time. Deadlines are the same moment everywhere.`}
        </Text>
        {zoneOfDevice !== undefined && zoneOfDevice !== user.timeZone && (
          <Button
            variant="outline"
            size="sm"
            disabled={save.isPending}
            onClick={() => send({ timeZone: zoneOfDevice })}
          >
            Use {placeOf(zoneOfDevice)} time, as on this device
          </Button>
        )}
      </Stack>
    </Panel>
  )
}
