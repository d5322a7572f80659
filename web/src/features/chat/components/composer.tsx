import { Box, Button, Flex, Text, TextInput } from '@mantine/core'
import type { Room } from '@purple-sector/contracts/chat/http'
import { IconSend2 } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { serverNow, useServerNow } from '../../../client/time/server-clock.ts'
import { Icon } from '../../../ui/base/icon.tsx'
import { useServerRendered } from '../../../ui/base/server-rendered.ts'
import { formatDayTime, formatNumber, formatTime, plural, type TimeZoneOption } from '../../../ui/time/format.ts'

/** Maximum length of a message, in characters. */
const MAX_LENGTH = 1_000
/** Length above which the counter is visible. */
const COUNTER_THRESHOLD = 900
const DAY_MS = 24 * 60 * 60_000

type Props = {
  placeholder: string
  room: Room | undefined
  /** Server time in ms before which the server rejects messages of the user. */
  notBefore: number
  isSending: boolean
  zone: TimeZoneOption
  onSend(text: string): void
}

const describeMute = ({ until, reason }: NonNullable<Room['muted']>, now: number, zone: TimeZoneOption): string => {
  const format = Date.parse(until) - now < DAY_MS ? formatTime : formatDayTime
  return `You’re muted until ${format(until, zone)}: ${reason}`
}

/** Input for a message; Enter sends it. */
export const Composer = ({ placeholder, room, notBefore, isSending, zone, onSend }: Props) => {
  const noteId = useId()
  // Renders every second, but reads the clock itself: a wait that starts between two ticks must not count from the last.
  useServerNow()
  const now = useServerRendered()?.now ?? serverNow()
  const [text, setText] = useState('')
  const message = text.trim()
  const muted = room?.muted && Date.parse(room.muted.until) > now ? room.muted : null
  const waitS = Math.max(0, Math.ceil((notBefore - now) / 1_000))
  const isTooLong = message.length > MAX_LENGTH
  const slowS = room?.slowModeSeconds ?? 0
  const isSendDisabled = message === '' || isTooLong || isSending || waitS > 0 || muted !== null

  const send = (): void => {
    if (isSendDisabled) return
    onSend(message)
    setText('')
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (!event.shiftKey) send()
  }

  const notes = [
    muted && describeMute(muted, now, zone),
    !muted && slowS > 0 && `Slow mode: one message every ${plural(slowS, 'second')}.`,
    message.length > COUNTER_THRESHOLD && `${formatNumber(message.length)} / ${formatNumber(MAX_LENGTH)}`,
  ].filter(Boolean)
  const noteColour = muted ? 'var(--ps-yellow-ink)' : isTooLong ? 'var(--ps-red-ink)' : undefined
  return (
    <Box className="ps-above" flex="none" p={10} pl={12} bg="var(--ps-panel)">
      {notes.length > 0 && (
        <Text id={noteId} variant="note" className="ps-wrap" mb={8} c={noteColour} role="status">
          {notes.join(' ')}
        </Text>
      )}
      <Flex align="center" gap={8}>
        <TextInput
          flex="1 1 0"
          data-composer
          // Mantine sets the description and the invalid state itself, from props that this field does not use.
          attributes={{
            input: {
              dir: 'auto',
              'aria-describedby': notes.length > 0 ? noteId : undefined,
              'aria-invalid': isTooLong || undefined,
            },
          }}
          aria-label={placeholder}
          placeholder={placeholder}
          autoComplete="off"
          enterKeyHint="send"
          disabled={muted !== null}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <Button
          w={{ base: 48, sm: 46 }}
          px={0}
          aria-label={waitS > 0 ? `Send message in ${plural(waitS, 'second')}` : 'Send message'}
          disabled={isSendDisabled}
          // Keeps the focus in the field, and the keyboard of a phone open.
          onPointerDown={(event) => event.preventDefault()}
          onClick={send}
        >
          {waitS > 0 ? <span aria-hidden="true">{waitS} s</span> : <Icon icon={IconSend2} size={20} />}
        </Button>
      </Flex>
    </Box>
  )
}
