import { WebSocket } from 'k6/websockets'
import { url } from './stage.js'

/**
 * A fan's screen on `/ws`: it subscribes when it is open, hands every frame on, and leaves after `stay` ms, or when
 * `onFrame` says so by its second argument. `onClose` is told whether it left by itself: else the product ended it.
 */
export const openScreen = ({ cookie }, subscription, { stay, onFrame, onOpen = () => {}, onClose = () => {} }) => {
  const headers = { Cookie: cookie, Origin: __ENV.ORIGIN || url }
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/ws`, null, { headers })
  let hasLeft = false
  const leave = () => {
    hasLeft = true
    socket.close()
  }
  const end = setTimeout(leave, stay)
  socket.onopen = () => {
    onOpen()
    socket.send(JSON.stringify({ type: 'subscribe', data: { groupIds: [], ...subscription } }))
  }
  socket.onmessage = ({ data }) => onFrame(JSON.parse(data), leave)
  socket.onclose = () => {
    clearTimeout(end)
    onClose(hasLeft)
  }
}
