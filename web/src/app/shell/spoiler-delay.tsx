import { Box, Text } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { useFirstRepliesDelayed } from '../../client/spoiler/delayed-replies.ts'
import { serverNow } from '../../client/time/server-clock.ts'
import { useSpoilerDelay } from '../../features/session/spoiler-delay.tsx'
import { DelayedContext } from '../../ui/base/delayed-context.ts'
import { Icon } from '../../ui/base/icon.tsx'
import { formatDuration } from '../../ui/time/format.ts'
import classes from './spoiler-delay.module.css'

/**
 * "30 s behind", on every page, so that a fan knows why others know more. In the header, and on a phone in a line below
 * it. Links to the setting.
 */
export const DelayMark = ({ isLine = false }: { isLine?: boolean }) => {
  const delay = useSpoilerDelay()
  if (delay === 0) return null
  return (
    <Link
      to="/profile"
      className={isLine ? classes.phone : classes.mark}
      title="Your spoiler delay. Change it in your profile."
    >
      <Icon icon={IconEyeOff} size={16} />
      {formatDuration(delay)} behind
    </Link>
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
        <Box className="ps-bound" pt={{ base: 0, sm: 16 }}>
          <p className={classes.line}>
            <Icon icon={IconEyeOff} size={16} />
            <span role="timer" aria-live="off">
              Held back for {formatDuration(secondsLeft)}
            </span>
            <Text span inherit c="dimmed">
              by your spoiler delay
            </Text>
          </p>
        </Box>
      )}
      {children}
    </DelayedContext>
  )
}
