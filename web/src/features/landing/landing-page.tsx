import { Box, Button, Flex, Paper, SimpleGrid, Text, Title } from '@mantine/core'
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

const FEATURES: readonly (readonly [TablerIcon, string, string])[] = [
  [IconChecklist, 'Smart Tipping', 'One car per category, for the whole weekend.'],
  [IconBolt, 'Live Scoring', 'Points land the moment a result is in.'],
  [IconTrophy, 'Leaderboards', 'Every position gained or lost, as it happens.'],
  [IconUsersGroup, 'Community', 'Private groups, race chat and a driver poll.'],
]

const STEPS = [
  ['Pick Your Winners', 'Choose one car in each category.', 'var(--ps-ink-3)'],
  ['Watch & Score', 'First, second and third in every session earn points.', 'var(--ps-green)'],
  ['Climb the Leaderboard', 'Beat your group, then the whole field.', 'var(--ps-purple)'],
] as const

const EXPANDED = { fontStretch: '116%' }
const CLIPPED = { overflow: 'hidden' }
const SHEARED = { transform: 'skewX(-32deg)' }

const Hero = () => (
  <Flex
    component="section"
    className="ps-bound"
    direction={{ base: 'column-reverse', lg: 'row' }}
    align={{ lg: 'center' }}
    px={{ base: 16, sm: 32 }}
  >
    <Box flex="none" w={{ lg: 600 }}>
      <Title fz={{ base: 50, sm: 84 }} fw={800} lh={{ base: '48px', sm: '80px' }} lts="-0.034em" style={EXPANDED}>
        Rev up your race day
      </Title>
      <Text c="dimmed" mt={{ base: 12, sm: 20 }} fz={{ base: 17, sm: 19 }} lh={{ base: '24px', sm: '28px' }}>
        Join or create your own tipping competition!
      </Text>
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
    </Box>
    <Box
      pos="relative"
      flex={{ base: 'none', lg: '1 1 0' }}
      h={{ base: 268, sm: 420, lg: 492 }}
      mx={{ base: -16, sm: 0 }}
    >
      <LandingCircuit />
    </Box>
  </Flex>
)

/** The page for visitors. */
export const LandingPage = () => {
  useEffect(showFlash, [])
  return (
    <Box component="main" pb={60}>
      <Hero />
      <Box
        component="section"
        className="ps-bound"
        mt={{ base: 22, sm: 30, lg: 0 }}
        px={{ base: 0, sm: 32 }}
        aria-label="Features"
      >
        <Paper withBorder bg="var(--ps-line)" style={CLIPPED}>
          <SimpleGrid cols={{ base: 2, lg: 4 }} spacing={1}>
            {FEATURES.map(([icon, title, text]) => (
              <Paper component="article" key={title} p={{ base: '14px 16px 16px', sm: '20px 20px 22px' }}>
                <Icon icon={icon} size={22} />
                <Title order={2} fz={16} mt={{ base: 8, sm: 12 }}>
                  {title}
                </Title>
                <Text c="dimmed" mt={3} fz={{ base: 13, sm: 13.5 }} lh={{ base: '18px', sm: '19px' }}>
                  {text}
                </Text>
              </Paper>
            ))}
          </SimpleGrid>
        </Paper>
      </Box>
      <Box component="section" className="ps-bound" pt={32} px={{ base: 16, sm: 32 }} aria-labelledby="how-it-works">
        <Title id="how-it-works" order={2} size="h1" fz={22} lh="28px" mb={14}>
          How It Works
        </Title>
        <Flex component="ol" direction={{ base: 'column', sm: 'row' }} gap={{ base: 22, sm: 6 }}>
          {STEPS.map(([title, text, colour], index) => (
            <Box component="li" key={title} flex="1 1 0">
              <Box h={4} ml={4} bg={colour} style={SHEARED} />
              <Flex pt={10}>
                <Title order={2} component="b" flex="none" w={62} fz={52} fw={760} lh="52px" aria-hidden="true">
                  {index + 1}
                </Title>
                <div>
                  <Title order={3} size="h2" fz={17} pt={3}>
                    {title}
                  </Title>
                  <Text c="dimmed" pr={24} fz={13.5} lh="19px">
                    {text}
                  </Text>
                </div>
              </Flex>
            </Box>
          ))}
        </Flex>
      </Box>
    </Box>
  )
}
