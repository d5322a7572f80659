import { Box, Button, Flex, Text, Title } from '@mantine/core'
import { Link } from 'react-router-dom'
import { Brand } from '../../ui/layout/brand.tsx'
import { Mast } from '../../ui/layout/mast.tsx'
import { Circuit } from '../../ui/racing/circuit.tsx'

const SEGMENTS = ['var(--ps-ink)', 'var(--ps-line-2)', 'var(--ps-red)']
const EXPANDED = { fontStretch: '108%' }
const SHEARED = { transform: 'skewX(-32deg)' }

/** 404 page. Leads a signed-in user to the Dashboard, a visitor to the landing page. */
export const NotFound = ({ isSignedIn }: { isSignedIn: boolean }) => (
  <>
    <Mast
      brand={
        <a href="/">
          <Brand />
        </a>
      }
    />
    <Flex
      component="main"
      className="ps-bound"
      direction={{ base: 'column-reverse', lg: 'row' }}
      align={{ base: 'flex-start', lg: 'center' }}
      justify={{ base: 'center', lg: 'flex-start' }}
      gap={{ base: 10, lg: 40 }}
      maw={{ base: 624, lg: 1440 }}
      mih={{ base: 'calc(100vh - 54px)', sm: 'calc(100vh - 60px)' }}
      px={{ base: 16, sm: 32 }}
    >
      <Box flex="none" w={{ base: '100%', lg: 640 }} pb={{ base: 40, sm: 60 }}>
        <Box
          ff="var(--ps-font-display)"
          fz={{ base: 'min(192px, 49vw)', sm: 304 }}
          fw={700}
          lh={{ base: '168px', sm: '264px' }}
          lts="-0.05em"
          style={EXPANDED}
          aria-hidden="true"
        >
          404
        </Box>
        <Flex gap={8} maw={560} mt={{ base: 14, sm: 20 }} mb={{ base: 26, sm: 34 }} aria-hidden="true">
          {SEGMENTS.map((colour) => (
            <Box key={colour} flex="1" h={8} bg={colour} style={SHEARED} />
          ))}
        </Flex>
        <Title>This page ran wide</Title>
        <Text c="dimmed" mt={8} size="lg" lh="24px">
          404: there’s nothing at this address. The page may have moved, or part of the link may be missing.
        </Text>
        <Button component={Link} to="/" w={{ base: '100%', sm: 'auto' }} mt={26}>
          {isSignedIn ? 'Back to the dashboard' : 'Back to the home page'}
        </Button>
      </Box>
      <Box
        component="svg"
        flex={{ lg: '1 1 0' }}
        w="100%"
        maw={{ base: 480, lg: 'none' }}
        h="auto"
        viewBox="60 -20 700 480"
        fill="none"
        aria-hidden="true"
      >
        <Circuit />
        <g strokeWidth="5" strokeLinecap="round">
          <path stroke="var(--ps-mast-ink)" d="M250 404 L566 404" />
          <path stroke="var(--ps-red)" d="M566 404 C640 404 690 412 742 440" strokeDasharray="2 14" />
          <path stroke="var(--ps-red)" d="M734 430l18 18m0-18l-18 18" />
        </g>
      </Box>
    </Flex>
  </>
)
