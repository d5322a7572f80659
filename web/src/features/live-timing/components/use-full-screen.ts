import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'

/** Returns a function that opens live timing in full-screen mode, where the browser supports that. */
export const useFullScreen = (): (() => void) => {
  const navigate = useNavigate()
  return useCallback(() => {
    void navigate('/live-timing')
    document.documentElement.requestFullscreen?.().catch(() => {})
  }, [navigate])
}

/** Returns a function that leaves full-screen mode and goes back to the dashboard. */
export const useLeaveFullScreen = (): (() => void) => {
  const navigate = useNavigate()
  return useCallback(() => {
    if (document.fullscreenElement) document.exitFullscreen?.().catch(() => {})
    void navigate('/')
  }, [navigate])
}
