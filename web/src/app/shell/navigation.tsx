import { Box, Flex } from '@mantine/core'
import { Suspense, useEffect, useRef, useState } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import { Icon } from '../../ui/base/icon.tsx'
import { join } from '../../ui/base/join.ts'
import type { NavigationPage } from '../routing/routes.ts'
import classes from './navigation.module.css'

/** Scrolls the entry of the open page into view, without moving anything else. */
const useScrolledIntoView = () => {
  const list = useRef<HTMLUListElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page, another entry to show
  useEffect(() => {
    const active = list.current?.querySelector<HTMLElement>('[aria-current=page]')
    if (!list.current || !active) return
    const { left, width } = active.getBoundingClientRect()
    const frame = list.current.getBoundingClientRect()
    list.current.scrollLeft += left + width / 2 - (frame.left + frame.width / 2)
  }, [pathname])
  return list
}

type BarProps = {
  pages: readonly NavigationPage[]
  /** Whether the open page has loaded: counts are fetched after that. */
  hasLoaded: boolean
}

const News = ({ page: { navigation }, hasLoaded }: { page: NavigationPage; hasLoaded: boolean }) =>
  hasLoaded && navigation.Count ? (
    <Suspense>
      <navigation.Count />
    </Suspense>
  ) : null

/** Tabs below the header, from 768 px on. Entries for administrators are at the right. */
export const TabBar = ({ pages, hasLoaded }: BarProps) => {
  const list = useScrolledIntoView()
  return (
    <Box component="nav" className="ps-below" bg="var(--ps-panel)" visibleFrom="sm" aria-label="Pages">
      <Box component="ul" ref={list} className={join('ps-bound', classes.list)} display="flex" px={22}>
        {pages.map((page) => (
          <Box component="li" key={page.pattern} ml={page.audience === 'administrator' ? 'auto' : 0}>
            <Flex
              component={NavLink}
              to={page.pattern}
              end={page.pattern === '/'}
              className={join('ps-tab ps-muted', classes.tab)}
              pos="relative"
              align="center"
              gap={7}
              h={44}
              px={13}
              fz={13.5}
              fw={500}
            >
              {page.navigation.label}
              <News page={page} hasLoaded={hasLoaded} />
            </Flex>
          </Box>
        ))}
      </Box>
    </Box>
  )
}

/** Bottom bar of a phone: all entries, scrolling, with faded ends where there are more. */
export const BottomBar = ({ pages, hasLoaded }: BarProps) => {
  const list = useScrolledIntoView()
  const [fades, setFades] = useState({ left: false, right: false })
  useEffect(() => {
    const bar = list.current
    if (!bar) return
    const measure = () => {
      const left = bar.scrollLeft > 4
      const right = bar.scrollLeft + bar.clientWidth < bar.scrollWidth - 4
      setFades((known) => (known.left === left && known.right === right ? known : { left, right }))
    }
    measure()
    bar.addEventListener('scroll', measure, { passive: true })
    window.addEventListener('resize', measure)
    return () => {
      bar.removeEventListener('scroll', measure)
      window.removeEventListener('resize', measure)
    }
  }, [list])
  return (
    <Box
      component="nav"
      className={join('ps-above', classes.bottom)}
      bg="var(--ps-panel)"
      hiddenFrom="sm"
      aria-label="Pages"
    >
      <Box
        component="ul"
        ref={list}
        className={join(classes.list, classes.fading, fades.left && classes.fadeLeft, fades.right && classes.fadeRight)}
        display="flex"
        px={4}
      >
        {pages.map((page) => {
          const { label, phoneLabel = label, icon } = page.navigation
          return (
            <Flex component="li" flex="1 0 72px" justify="center" key={page.pattern}>
              <NavLink
                to={page.pattern}
                end={page.pattern === '/'}
                className={join('ps-tab ps-faint ps-stack', classes.entry)}
              >
                <Icon icon={icon} size={22} />
                <span>{phoneLabel}</span>
                <News page={page} hasLoaded={hasLoaded} />
              </NavLink>
            </Flex>
          )
        })}
      </Box>
    </Box>
  )
}
