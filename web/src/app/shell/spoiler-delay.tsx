import { Box, Flex, Text } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { useFirstRepliesDelayed } from '../../client/spoiler/delayed-replies.ts'
import { serverNow } from '../../client/time/server-clock.ts'
import { useSpoilerDelay } from '../../features/session/spoiler-delay.tsx'
import { DelayedContext } from '../../ui/base/delayed-context.ts'
import { Icon } from '../../ui/base/icon.tsx'
import { formatDuration } from '../../ui/time/format.ts'

const MARK = {
  visibleFrom: 'sm',
  flex: 'none',
  px: 4,
  ff: 'var(--ps-font-display)',
  fz: 11,
  fw: 620,
  lts: '0.06em',
} as const
const LINE = {
  className: 'ps-below',
  hiddenFrom: 'sm',
  mih: 44,
  px: 16,
  bg: 'var(--ps-sunken)',
  c: 'dimmed',
  fz: 'sm',
} as const

/**
 * "30 s behind", on every page, so that a fan knows why others know more. In the header, and on a phone in a line below
 * it. Links to the setting.
 */
export const DelayMark = ({ isLine = false }: { isLine?: boolean }) => {
  const delay = useSpoilerDelay()
  if (delay === 0) return null
  return (
    <Flex
      component={Link}
      to="/profile"
      title="Your spoiler delay. Change it in your profile."
      align="center"
      gap={6}
      {...(isLine ? LINE : MARK)}
    >
      <Icon icon={IconEyeOff} size={16} />
      {formatDuration(delay)} behind
    </Flex>
  )
}

const secondsUntil = (deadline: number): number => Math.max(1, Math.ceil((deadline - serverNow()) / 1_000))

/** In how many seconds the last of this page's delayed first replies is shown; null while none is delayed. */
const useDelaySeconds = (): number | null => {
  const delayedUntil = useFirstRepliesDelayed()
  // A cached page delays too until the current choice is known; that is not worth a notice.
  const until = useSpoilerDelay() > 0 ? delayedUntil : null
  const [secondsLeft, setLeft] = useState<number | null>(null)
  useEffect(() => {
    if (until === null) return setLeft(null)
    const count = () => setLeft(secondsUntil(until))
    count()
    const timer = setInterval(count, 250)
    return () => clearInterval(timer)
  }, [until])
  return secondsLeft
}

/** Renders a page, above it for how long its first replies are delayed. */
export const Delayed = ({ children }: { children: ReactNode }) => {
  const secondsLeft = useDelaySeconds()
  return (
    <DelayedContext value={secondsLeft}>
      {secondsLeft !== null && (
        <Box className="ps-bound" mb={{ base: 0, sm: -8 }} pt={{ base: 0, sm: 16 }}>
          <Flex
            component="p"
            className="ps-sm"
            align="center"
            gap={10}
            mih={36}
            px={14}
            py={5}
            bd="1px solid var(--ps-line)"
            bdrs={{ base: 0, sm: 'md' }}
            bg="var(--ps-sunken)"
          >
            <Icon icon={IconEyeOff} size={16} />
            <span role="timer" aria-live="off">
              Held back for {formatDuration(secondsLeft)}
            </span>
            <Text span inherit c="dimmed">
              by your spoiler delay
            </Text>
          </Flex>
        </Box>
      )}
      {children}
    </DelayedContext>
  )
}
