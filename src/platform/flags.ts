/** The flags that an upload gets for texts in its scripts, with their exact wording (2.8). */
export const FLAGS = {
  webrtc: 'Uses WebRTC',
  websocket: 'Opens WebSockets',
  eventSource: 'Uses EventSource',
  sendBeacon: 'Uses navigator.sendBeacon',
} as const
