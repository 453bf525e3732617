import { DAY, dayOf } from "../time";
import { byId } from "./elements";

const STEPS = 80; // from the first day to the last one while it plays
const STEP_MS = 120;

/** The time that the graph is shown as of, by hand or played. The end is now. */
export class Slider {
  private readonly input = byId<HTMLInputElement>("time");
  private readonly button = byId<HTMLButtonElement>("play");
  private timer: number | undefined;

  constructor(
    [first, last]: [number, number],
    calm: boolean,
    private readonly onChange: (at: number | null) => void,
  ) {
    byId("when").hidden = false;
    Object.assign(this.input, { min: first, max: last, step: DAY, value: last });
    this.button.hidden = calm;
    this.input.addEventListener("input", () => {
      this.stop();
      this.tell();
    });
    this.button.addEventListener("click", () => (this.timer ? this.stop() : this.play()));
    this.say();
  }

  private play(): void {
    if (this.input.value === this.input.max) this.input.value = this.input.min;
    const span = Number(this.input.max) - Number(this.input.min);
    const step = Math.max(DAY, Math.round(span / STEPS / DAY) * DAY);
    this.button.textContent = "Stop";
    this.timer = window.setInterval(() => {
      this.input.value = String(Number(this.input.value) + step);
      this.tell();
      if (this.input.value === this.input.max) this.stop();
    }, STEP_MS);
  }

  private stop(): void {
    window.clearInterval(this.timer);
    this.timer = undefined;
    this.button.textContent = "Play";
  }

  private tell(): void {
    const isNow = this.input.value === this.input.max;
    this.say();
    this.onChange(isNow ? null : Number(this.input.value));
  }

  private say(): void {
    const isNow = this.input.value === this.input.max;
    const words = isNow ? "now" : dayOf(Number(this.input.value));
    this.input.setAttribute("aria-valuetext", words);
    byId("at").textContent = words;
  }
}
