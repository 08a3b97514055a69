"""Keyword abilities (702).

Keyword abilities that belong to one step or object of the game are in the module for that step or object:

- deathtouch: `state_based.state_based_actions` (destruction), `combat.damage_assignment` (lethal damage),
  `combat.combat_damage` (damage of the first step)
- first strike and double strike: `combat.combat_damage`; trample: `combat.damage_assignment`; banding: `combat.banding`
- defender, haste, vigilance: `combat.attackers`; goad and menace: `combat.attack_declarations`, `.block_declarations`
- infect, lifelink, toxic, wither: `damage.damage_results`; indestructible: `state_based.state_based_actions`
- hexproof, shroud, protection (targeting): `casting.legal_targets`; enchant: `attachment.legal_attachment`
- flash: `casting.casting_times`; flashback, escape, retrace: `casting.casting_zones`; splice: `casting.splice`
- split second: `turn.timing`; suspend, foretell, plot: `turn.special_actions`; partner: `variants.partners`
- sunburst, modular: `zones.entering_counters`
- exalted, persist and other triggered keywords: `abilities.triggered_keywords`
"""
