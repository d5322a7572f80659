import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'

/** Opens live timing as a screen of its own: the whole of it, where the browser lets a page have that. */
export const useFullScreen = (): (() => void) => {
  const navigate = useNavigate()
  return useCallback(() => {
    void navigate('/live-timing')
    document.documentElement.requestFullscreen?.().catch(() => {})
  }, [navigate])
}

/** Back to the dashboard, and the browser to its own frame. */
export const useLeaveFullScreen = (): (() => void) => {
  const navigate = useNavigate()
  return useCallback(() => {
    if (document.fullscreenElement) document.exitFullscreen?.().catch(() => {})
    void navigate('/')
  }, [navigate])
}
