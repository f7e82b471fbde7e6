// All sounds are made with Web Audio: there are no files to load. Browsers keep a page silent until the first
// tap, so call unlock() from one.

/* exported Sound -- other scripts of the page use it. */

/** A pentatonic scale: any two of its notes sound well together. In hertz. */
const SCALE = [262, 294, 330, 392, 440, 523, 587, 659, 784, 880]

class Sound {
  muted = false
  /** @type {AudioContext | null} */
  audio = null

  /** Call this from a tap or key press. */
  unlock() {
    this.audio ??= new AudioContext()
    if (!this.muted) void this.audio.resume()
  }

  /** @param {boolean} muted */
  setMuted(muted) {
    this.muted = muted
    if (muted) this.rest()
    else void this.audio?.resume()
  }

  /** Silences the game while it is paused, and lets the device rest. */
  rest() {
    void this.audio?.suspend()
  }

  leap() {
    this.note(300, { to: 620, seconds: 0.16, volume: 0.1, shape: 'sine' })
  }

  /**
   * Higher with every planet of a streak.
   * @param {number} streak
   */
  land(streak) {
    const step = Math.min(streak, SCALE.length - 3)
    this.note(SCALE[step], { seconds: 0.5, volume: 0.22 })
    this.note(SCALE[step + 2], { seconds: 0.7, volume: 0.12, after: 0.06 })
  }

  end() {
    for (const [index, pitch] of [392, 330, 262].entries())
      this.note(pitch, { to: pitch * 0.94, seconds: 0.45, volume: 0.18, after: index * 0.14 })
  }

  /**
   * @param {number} pitch in hertz
   * @param {{ to?: number, seconds: number, volume: number, after?: number, shape?: OscillatorType }} sound
   */
  note(pitch, { to = pitch, seconds, volume, after = 0, shape = 'triangle' }) {
    if (this.muted || this.audio === null) return
    const start = this.audio.currentTime + after
    const oscillator = this.audio.createOscillator()
    const gain = this.audio.createGain()
    oscillator.type = shape
    oscillator.frequency.setValueAtTime(pitch, start)
    oscillator.frequency.exponentialRampToValueAtTime(to, start + seconds)
    // Fade in and out: a note that starts or stops abruptly clicks.
    gain.gain.setValueAtTime(0, start)
    gain.gain.linearRampToValueAtTime(volume, start + 0.01)
    gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds)
    oscillator.connect(gain).connect(this.audio.destination)
    oscillator.start(start)
    oscillator.stop(start + seconds)
  }
}
