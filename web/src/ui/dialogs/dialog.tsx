import { ActionIcon, Box, Flex, Modal } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, type Ref, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { focusElement } from '../base/focus-element.ts'
import { Icon } from '../base/icon.tsx'
import { join } from '../base/join.ts'
import { lastFocused } from '../base/last-focused.ts'
import classes from './dialog.module.css'
import { useBackCloses } from './dialog-history.ts'

const WIDTHS = { sm: 480, md: 860, lg: 980 }
const PADDING = { px: { base: 16, sm: 20 }, pb: { base: 18, sm: 20 } }
/** Hidden content scrolls with it (`pos`): otherwise it would make the whole dialog scroll, header and footer too. */
const SCROLLING = { overflow: 'auto', overscrollBehavior: 'contain', outlineOffset: -2 } as const
/** Of the footer's grid on a phone. */
const EQUAL_COLUMNS = { gridAutoFlow: 'column', gridAutoColumns: '1fr' } as const
/** While the dialog fades out, the page beneath is usable again. */
const LEAVING = { pointerEvents: 'none' } as const

export type DialogProps = {
  opened: boolean
  onClose(): void
  title: ReactNode
  /** At the right end of the header: a state. */
  beside?: ReactNode
  /** 480, 860 or 980 wide; on a phone a sheet. */
  size?: 'sm' | 'md' | 'lg'
  /** Under the header. */
  tabs?: ReactNode
  /** At the bottom, on sunken: buttons. It never scrolls. */
  foot?: ReactNode
  /** A click outside, easily made by mistake, does not close it. */
  stays?: boolean
  /** The body brings its own padding. */
  flush?: boolean
  /** The scrolling element, for long virtualized lists. */
  scroller?: Ref<HTMLDivElement>
  children?: ReactNode
}

/**
 * Returns the element that gets the focus back: the active element; for an entry of a menu, which unmounts, the button
 * that opened the menu.
 */
const openerOf = (active: Element | null): Element | null => {
  const button = active?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return (button && document.getElementById(button)) || active
}

/**
 * Returns `opened` a moment after mounting: Mantine returns the focus, and animates, only if it was mounted closed.
 *
 * A dialog that unmounts while open returns the focus here; to the page's title if its opener is gone.
 */
const useOpening = (opened: boolean): boolean => {
  const [isOpened, become] = useState(false)
  const opener = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (opened) {
      opener.current = openerOf(lastFocused())
      // A menu returns the focus a moment after it was closed, but a dialog may open faster.
      if (opener.current !== document.activeElement && opener.current instanceof HTMLElement)
        focusElement(opener.current)
    }
    become(opened)
  }, [opened])
  useEffect(
    () => () => {
      const element = opener.current
      setTimeout(() => {
        if (document.activeElement !== document.body) return
        const isThere = element !== document.body && element?.isConnected
        const focusTarget = isThere ? element : document.querySelector('main h1')
        if (focusTarget instanceof HTMLElement) focusElement(focusTarget)
      })
    },
    [],
  )
  return isOpened
}

/**
 * A dialog, which Back closes too; on a phone a sheet from below. Load it lazily where the first screen does not need
 * it.
 */
export const Dialog = ({
  opened,
  onClose,
  title,
  beside,
  size = 'sm',
  tabs,
  foot,
  stays = false,
  flush,
  scroller,
  children,
}: DialogProps) => {
  useBackCloses(opened, onClose)
  return (
    <Modal.Root
      opened={useOpening(opened)}
      onClose={onClose}
      closeOnClickOutside={!stays}
      size={WIDTHS[size]}
      classNames={{
        content: join(classes.content, size !== 'sm' && classes.tall),
        inner: classes.inner,
      }}
    >
      <Modal.Overlay style={opened ? undefined : LEAVING} />
      <Modal.Content style={opened ? undefined : LEAVING}>
        <Modal.Body className="ps-stack" flex="1 1 auto" mih={0}>
          <Flex
            align="center"
            gap={12}
            flex="none"
            mih={{ base: 56, sm: 60 }}
            py={6}
            pl={{ base: 16, sm: 20 }}
            pr={{ base: 4, sm: 10 }}
          >
            <Modal.Title className="ps-fill ps-wrap" py={8} dir="auto">
              {title}
            </Modal.Title>
            {beside}
            <ActionIcon aria-label="Close" title="Close" onClick={onClose}>
              <Icon icon={IconX} size={20} />
            </ActionIcon>
          </Flex>
          {tabs !== undefined && <div className={classes.tabs}>{tabs}</div>}
          {children !== undefined && (
            // A scrolling element must be reachable by keyboard.
            <Box
              tabIndex={0}
              ref={scroller}
              pos="relative"
              flex="1 1 auto"
              mih={0}
              style={SCROLLING}
              {...(!flush && PADDING)}
            >
              {children}
            </Box>
          )}
          {foot !== undefined && (
            <Flex
              className="ps-foot"
              display={{ base: 'grid', sm: 'flex' }}
              flex="none"
              pb={{ base: 'calc(24px + env(safe-area-inset-bottom, 0px))', sm: 12 }}
              style={EQUAL_COLUMNS}
            >
              {foot}
            </Flex>
          )}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
