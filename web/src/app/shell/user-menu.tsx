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

const RAISED = { boxShadow: 'var(--ps-shadow-pop)' }

/** Menu of the user: name, profile, theme, log out. */
export const UserMenu = ({ user }: { user: User }) => {
  const menu = useId()
  const popover = useRef<HTMLDivElement>(null)
  const name = nameOf(user)
  return (
    <>
      <Flex
        component="button"
        type="button"
        className={classes.button}
        popoverTarget={menu}
        align="center"
        justify="center"
        gap={9}
        w={{ base: 44, sm: 'auto' }}
        h={{ base: 44, sm: 36 }}
        ml={{ base: 0, sm: 4 }}
        pl={{ base: 0, sm: 12 }}
        pr={{ base: 0, sm: 4 }}
        c="var(--ps-mast-ink)"
        fz="sm"
        fw={500}
      >
        <Avatar name={name} size="sm" of={user} />
        <Box component="span" className="ps-clip" maw={{ base: 100, md: 160 }} visibleFrom="sm" dir="auto">
          {name}
        </Box>
        <Box component="span" className="ps-hidden" hiddenFrom="sm" dir="auto">
          {name}
        </Box>
        <span className="ps-hidden">, user menu</span>
        <Box component="span" c="var(--ps-mast-ink-2)" visibleFrom="sm">
          <Icon icon={IconChevronDown} size={14} />
        </Box>
      </Flex>
      <Box
        id={menu}
        ref={popover}
        popover="auto"
        pos="fixed"
        inset={{
          base: '56px 8px auto auto',
          sm: '58px max(32px, calc((100vw - 1440px) / 2 + 32px)) auto auto',
        }}
        w={264}
        m={0}
        p={4}
        bd="1px solid var(--ps-line-2)"
        bdrs="md"
        bg="var(--ps-overlay)"
        c="var(--ps-ink)"
        style={RAISED}
      >
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
      </Box>
    </>
  )
}
