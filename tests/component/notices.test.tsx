import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { ThemeToggle } from '../../web/app/shell/ThemeToggle.tsx';
import { Hinted } from '../../web/components/ui/Hint.tsx';
import { Tooltip } from '../../web/components/ui/Tooltip.tsx';
import { showToast } from '../../web/lib/toasts.ts';
import { renderPart } from './support/renderApp.tsx';

describe('a notice', () => {
  const say = (title: string, variant?: 'destructive') => act(() => showToast({ title, ...(variant && { variant }) }));
  const shown = () => [...document.querySelectorAll('ol li')].map((one) => one.textContent);
  const announced = (text: string, live: string) =>
    waitFor(() => {
      const regions = [...document.querySelectorAll(`[role=status][aria-live=${live}]`)];
      expect(regions.map((region) => region.textContent).join()).toContain(text);
    });

  test('is announced by a live region, a failure at once', async () => {
    await renderPart(null);
    say('Saved');
    await announced('Saved', 'polite');
    say('Not on a Sunday', 'destructive');
    await announced('Not on a Sunday', 'assertive');
  });

  test('takes the place of the one before, and is dismissed by hand', async () => {
    const hand = await renderPart(null);
    say('First');
    say('Second');
    expect(shown()).toEqual(['Second']);
    await hand.click(screen.getByLabelText('Dismiss'));
    expect(shown()).toEqual([]);
  });

  test('stays for 5000 ms', async () => {
    await renderPart(null);
    vi.useFakeTimers();
    say('Saved');
    act(() => vi.advanceTimersByTime(4_900));
    expect(shown()).toEqual(['Saved']);
    act(() => vi.advanceTimersByTime(200));
    expect(shown()).toEqual([]);
  });
});

test('a tooltip shows after 700 ms, and the next one at once within 300 ms', async () => {
  await renderPart(
    ['One', 'Two'].map((name) => (
      <Tooltip key={name} text={`About ${name}`}>
        <button type="button">{name}</button>
      </Tooltip>
    )),
  );
  vi.useFakeTimers();
  const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  const pointAt = (name: string) =>
    act(() => void fireEvent.pointerEnter(screen.getByText(name), { pointerType: 'mouse' }));
  const leave = (name: string) => act(() => void fireEvent.pointerLeave(screen.getByText(name)));
  const tips = () => screen.queryAllByRole('tooltip').map((tip) => tip.textContent);
  // if another test showed the last one, another clock knows when it closed
  pointAt('One');
  wait(750);
  leave('One');
  wait(350);
  pointAt('One');
  wait(650);
  expect(tips()).toEqual([]);
  wait(100);
  expect(tips()).toEqual(['About One']);
  leave('One');
  wait(250);
  pointAt('Two');
  wait(0);
  expect(tips()).toEqual(['About Two']);
  leave('Two');
  wait(350);
  pointAt('One');
  wait(650);
  expect(tips()).toEqual([]);
  // by key at once, and Escape ends it
  act(() => screen.getByText('Two').focus());
  expect(tips()).toEqual(['About Two']);
  expect(screen.getByText('Two').getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip').id);
  act(() => void fireEvent.keyDown(screen.getByText('Two'), { key: 'Escape' }));
  expect(tips()).toEqual([]);
});

test('the tooltip of what a key does as well names the key', async () => {
  await renderPart(
    <Hinted by="approve">
      <button type="button">Approve</button>
    </Hinted>,
  );
  act(() => screen.getByText('Approve').focus());
  expect(screen.getByRole('tooltip').textContent).toBe('Approve the partnerA');
});

test('the theme toggle flips the class on the root and saves the choice', async () => {
  const hand = await renderPart(<ThemeToggle />);
  const theme = () => [document.documentElement.classList.contains('dark'), localStorage.getItem('theme')];
  expect(theme()).toEqual([false, null]);
  await hand.click(screen.getByLabelText('Toggle theme'));
  expect(theme()).toEqual([true, 'dark']);
  await hand.click(screen.getByLabelText('Toggle theme'));
  expect(theme()).toEqual([false, 'light']);
});
