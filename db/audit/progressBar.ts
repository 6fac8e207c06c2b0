const WIDTH = 30;
const EVERY_MS = 100;

/** Shows on a terminal how far work over events has come, and how fast. It shows nothing if no person looks. `total`: of events. */
export function progressBar(total: number, terminal: NodeJS.WriteStream = process.stderr) {
  const started = performance.now();
  let shownAt = Number.NEGATIVE_INFINITY;
  const draw = (done: number) => {
    const share = total === 0 ? 1 : Math.min(1, done / total);
    const bar = '█'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH, '·');
    const rate = Math.round(done / Math.max(0.001, (performance.now() - started) / 1000));
    terminal.write(`\r${bar} ${String(Math.floor(share * 100)).padStart(3)} %  ${rate.toLocaleString('en')} events/s `);
  };
  return {
    show(done: number): void {
      const now = performance.now();
      if (!terminal.isTTY || now - shownAt < EVERY_MS) return;
      shownAt = now;
      draw(done);
    },
    end(done: number): void {
      if (!terminal.isTTY) return;
      draw(done);
      terminal.write('\n');
    },
  };
}
