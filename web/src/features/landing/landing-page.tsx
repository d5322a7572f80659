import { Box, Button } from '@mantine/core'
import {
  IconArrowRight,
  IconBolt,
  IconChecklist,
  IconTrophy,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react'
import { useEffect } from 'react'
import { showFlash } from '../../client/messages/flash.ts'
import { Icon } from '../../ui/base/icon.tsx'
import { LandingCircuit } from './landing-circuit.tsx'
import classes from './landing-page.module.css'

const FEATURES: readonly (readonly [TablerIcon, string, string])[] = [
  [IconChecklist, 'Smart Tipping', 'One car per category, for the whole weekend.'],
  [IconBolt, 'Live Scoring', 'Points land the moment a result is in.'],
  [IconTrophy, 'Leaderboards', 'Every position gained or lost, as it happens.'],
  [IconUsersGroup, 'Community', 'Private groups, race chat and a driver poll.'],
]

const STEPS = [
  ['Pick Your Winners', 'Choose one car in each category.'],
  ['Watch & Score', 'First, second and third in every session earn points.'],
  ['Climb the Leaderboard', 'Beat your group, then the whole field.'],
] as const

/** The page for visitors. */
export const LandingPage = () => {
  useEffect(showFlash, [])
  return (
    <Box component="main" pb={60}>
      <section className={classes.hero}>
        <div>
          <h1 className="ps-hero">Rev up your race day</h1>
          <Box
            component="p"
            className="ps-muted"
            mt={{ base: 12, sm: 20 }}
            fz={{ base: 17, sm: 19 }}
            lh={{ base: '24px', sm: '28px' }}
          >
            Join or create your own tipping competition!
          </Box>
          <Button
            component="a"
            href="/api/login"
            variant="invite"
            size="lg"
            rightSection={<Icon icon={IconArrowRight} size={20} />}
            w={{ base: '100%', sm: 'auto' }}
            h={{ base: 54, sm: 52 }}
            mt={{ base: 20, sm: 30 }}
          >
            Get Started
          </Button>
        </div>
        <div className={classes.track}>
          <LandingCircuit />
        </div>
      </section>
      <section className={classes.features} aria-label="Features">
        {FEATURES.map(([icon, title, text]) => (
          <article key={title}>
            <Icon icon={icon} size={22} />
            <Box component="h2" mt={{ base: 8, sm: 12 }}>
              {title}
            </Box>
            <Box
              component="p"
              className="ps-muted"
              mt={3}
              fz={{ base: 13, sm: 13.5 }}
              lh={{ base: '18px', sm: '19px' }}
            >
              {text}
            </Box>
          </article>
        ))}
      </section>
      <section className={classes.how} aria-labelledby="how-it-works">
        <h2 id="how-it-works">How It Works</h2>
        <ol>
          {STEPS.map(([title, text], index) => (
            <li key={title}>
              <b aria-hidden="true">{index + 1}</b>
              <Box component="h3" pt={3}>
                {title}
              </Box>
              <Box component="p" className="ps-muted" pr={24} fz={13.5} lh="19px">
                {text}
              </Box>
            </li>
          ))}
        </ol>
      </section>
    </Box>
  )
}
