import { Badge, Flex, Skeleton, Text } from '@mantine/core'
import { IconBell, IconBellOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Icon } from '../../../ui/base/icon.tsx'
import { AsyncButton } from '../../../ui/controls/async-button.tsx'
import { plural } from '../../../ui/time/format.ts'
import { subscriptionsQuery } from '../api/preferences-query.ts'
import { abilityOf, detectBrowser, type PushAbility } from '../api/push-device.ts'
import { deviceQuery, useTurnOffPush, useTurnOnPush } from '../api/settings-queries.ts'

const WHY_NOT: Record<Exclude<PushAbility, 'able'>, string> = {
  insecure: 'Push only works over https, and this page isn’t. Email works everywhere.',
  unable: 'This browser doesn’t support push. Try another one, or use email.',
  denied: 'Notifications are blocked for this site in your browser settings. Allow them there, then come back.',
  'needs-install':
    'On iPhone and iPad, push works from the home screen: open the Share menu, choose “Add to Home Screen”, then turn push on there.',
}

const describeOtherDevices = (count: number): string =>
  count > 0 ? ` ${plural(count, 'other device')} of yours gets them too.` : ''

/** Push on this device. The browser prompts when the button is pressed, never by itself. */
export const ThisDevice = () => {
  const device = useQuery(deviceQuery)
  const subscriptions = useQuery(subscriptionsQuery)
  const [turnOn, turnOff] = [useTurnOnPush(), useTurnOffPush()]
  const ability = abilityOf(detectBrowser())
  const knownSubscriptions = subscriptions.data ?? []
  const isOn = knownSubscriptions.some(({ endpoint }) => endpoint === device.data)
  const isReady = device.data !== undefined && subscriptions.data !== undefined
  const describeOthers = describeOtherDevices(knownSubscriptions.length - (isOn ? 1 : 0))
  return (
    <Flex
      component="section"
      className="ps-below"
      direction={{ base: 'column', sm: 'row' }}
      align={{ base: 'stretch', sm: 'center' }}
      gap={14}
      px={{ base: 16, sm: 20 }}
      pt={4}
      pb={16}
      aria-label="Push on this device"
    >
      <div className="ps-fill ps-wrap">
        <Flex component="h3" align="center" gap={8} fz={14} fw={560} lh="20px">
          Push on this device{' '}
          {isReady && ability === 'able' && <Badge variant={isOn ? 'green' : 'neutral'}>{isOn ? 'On' : 'Off'}</Badge>}
        </Flex>
        {ability !== 'able' ? (
          <Text variant="note">{WHY_NOT[ability]}</Text>
        ) : isReady ? (
          <Text variant="note">
            {isOn
              ? 'You’ll get what you choose below, even when the app is closed.'
              : 'Nothing reaches you here while the app is closed.'}
            {describeOthers}
          </Text>
        ) : subscriptions.isError ? (
          <Text variant="note">Couldn’t check whether push is on here.</Text>
        ) : (
          <Skeleton width="80%" />
        )}
      </div>
      {ability === 'able' && isReady && (
        <AsyncButton
          variant={isOn ? 'outline' : 'filled'}
          size="sm"
          flex="none"
          leftSection={<Icon icon={isOn ? IconBellOff : IconBell} size={16} />}
          loading={turnOn.isPending || turnOff.isPending}
          onClick={() => (isOn ? turnOff.mutate() : turnOn.mutate())}
        >
          {turnOn.isPending
            ? 'Turning on...'
            : turnOff.isPending
              ? 'Turning off...'
              : isOn
                ? 'Turn off'
                : 'Turn on push'}
        </AsyncButton>
      )}
    </Flex>
  )
}
