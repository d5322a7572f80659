import { Box, Flex, Text } from '@mantine/core'
import type { User } from '@purple-sector/contracts/identity/http'
import { IconChevronDown, IconHelmet, IconLogout } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { Link } from 'react-router-dom'
import { markSigningOut } from '../../client/messages/sign-in-again.ts'
import { ThemeToggle } from '../../features/profile/theme/theme-toggle.tsx'
import { Icon } from '../../ui/base/icon.tsx'
import { Avatar } from '../../ui/racing/avatar.tsx'
import classes from './user-menu.module.css'

const nameOf = ({ username, firstName, lastName, email }: User): string =>
  username ?? ([firstName, lastName].filter(Boolean).join(' ') || email)

/** Menu of the user: name, profile, theme, log out. */
export const UserMenu = ({ user }: { user: User }) => {
  const menu = useId()
  const popover = useRef<HTMLDivElement>(null)
  const name = nameOf(user)
  return (
    <>
      <button type="button" className={classes.button} popoverTarget={menu}>
        <Avatar name={name} size="sm" of={user} />
        <span className={classes.name} dir="auto">
          {name}
          <span className="ps-hidden">, user menu</span>
        </span>
        <Icon icon={IconChevronDown} size={14} className={classes.chevron} />
      </button>
      <div id={menu} ref={popover} popover="auto" className={classes.menu}>
        <Box className="ps-wrap ps-stack" pt={8} px={10} pb={10}>
          <Box component="b" dir="auto" fw={560}>
            {name}
          </Box>
          {name !== user.email && (
            <Text span size="xs" c="dimmed">
              {user.email}
            </Text>
          )}
        </Box>
        <Box className="ps-above ps-below" py={4}>
          <Flex
            component={Link}
            to="/profile"
            onClick={() => popover.current?.hidePopover?.()}
            className={classes.item}
            align="center"
            gap={10}
            mih={{ base: 44, sm: 40 }}
            px={10}
            fz={13.5}
          >
            <Icon icon={IconHelmet} size={18} />
            Profile
          </Flex>
          <ThemeToggle user={user} className={classes.item} />
        </Box>
        <Flex
          component="a"
          href="/api/logout"
          onClick={markSigningOut}
          className={classes.item}
          align="center"
          gap={10}
          mih={{ base: 44, sm: 40 }}
          mt={4}
          px={10}
          fz={13.5}
        >
          <Icon icon={IconLogout} size={18} />
          Logout
        </Flex>
      </div>
    </>
  )
}
