/** Switches the sound of new orders on and off, for this browser. Switched on, it is played once. */
import { useState } from "react";
import { SwitchField } from "#app/components/admin/switch-field.tsx";
import { isSoundOn, playOrderSound, storeSound } from "./order-sound.ts";

export function SoundSwitch() {
  const [on, setOn] = useState(isSoundOn);
  return (
    <SwitchField
      label="Son à chaque commande"
      checked={on}
      onChange={({ target: { checked } }) => {
        setOn(checked);
        storeSound(checked);
        // The press also allows the browser to play it later.
        if (checked) void playOrderSound();
      }}
    />
  );
}
